// Number Match Duel, fast: fits the networks of players/match_value.py by self-play, and plays pairings.
//
//   match_fit fit DUELS FILE            writes FILE anew; it is players/match.bin
//   match_fit play ONE TWO DUELS FILE   over both seats, with a 95% interval
//   match_fit trace DUELS FILE          duels of hard against itself, to be checked by tools/fit_match.py
//
// What hard knows and how it chooses is explained in players/match_odds.py and players/match.py; here it is again.
// Numbers and cards count from 0 here: 0 is the card 1.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>
using std::array;
using std::max;
using std::min;
using std::vector;

constexpr int NUMBERS = 9, COPIES = 4, HAND = 5, LIFE = 20, SMALLEST = 3;
constexpr double HIGHEST = 0.8;  // see players/match_odds.py
typedef array<int, NUMBERS> Cards;  // how many of each number

// ---- chance: xorshift128+, seeded by hand so that a run can be repeated
static uint64_t seeds[2] = {88172645463325252ull, 0x9E3779B97F4A7C15ull};
static uint64_t random64() {
  uint64_t a = seeds[0], b = seeds[1];
  seeds[0] = b;
  a ^= a << 23;
  seeds[1] = a ^ b ^ (a >> 18) ^ (b >> 5);
  return seeds[1] + b;
}
static double uniform() { return (random64() >> 11) * 0x1p-53; }
static int below(int limit) { return (int)((random64() >> 32) * (uint64_t)limit >> 32); }

// ---- all hands of each size
struct Kind {
  int number, count, less;  // less: the index of the hand without one of these
};
struct Hands {
  vector<vector<Kind>> kinds;  // of each hand, lowest number first
  vector<Cards> cards;
  std::map<Cards, int> index;
  void list(Cards cards_, int number, int left) {
    if (number == NUMBERS) {
      if (left) return;
      index[cards_] = cards.size();
      cards.push_back(cards_);
      return;
    }
    for (int count = 0; count <= min(COPIES, left); count++) {
      cards_[number] = count;
      list(cards_, number + 1, left - count);
    }
  }
};
static Hands all[HAND + 1];
static void list_hands() {
  for (int size = SMALLEST; size <= HAND; size++) {
    all[size].list(Cards{}, 0, size);
    for (const Cards &cards : all[size].cards) {
      vector<Kind> kinds;
      for (int n = 0; n < NUMBERS; n++) {
        if (!cards[n]) continue;
        Cards less = cards;
        less[n]--;
        kinds.push_back({n, cards[n], size > SMALLEST ? all[size - 1].index.at(less) : -1});
      }
      all[size].kinds.push_back(kinds);
    }
  }
}

// ---- what the other may hold: ways[i] of the i-th hand of that size
struct Possible {
  int size;
  vector<float> ways;
  void dealt() {
    size = HAND;
    ways.assign(all[size].cards.size(), 0);
    for (size_t i = 0; i < ways.size(); i++) {
      ways[i] = 120;
      for (const Kind &kind : all[size].kinds[i])
        for (int c = 2; c <= kind.count; c++) ways[i] /= c;
    }
  }
  void is(const Cards &cards) {
    size = 0;
    for (int count : cards) size += count;
    ways.assign(all[size].cards.size(), 0);
    ways[all[size].index.at(cards)] = 1;
  }
  void keep(int number, bool has) {
    for (size_t i = 0; i < ways.size(); i++)
      if ((all[size].cards[i][number] > 0) != has) ways[i] = 0;
  }
  void played(int number, bool attack) {
    vector<float> after(all[size - 1].cards.size(), 0);
    for (size_t i = 0; i < ways.size(); i++) {
      const vector<Kind> &kinds = all[size].kinds[i];
      for (const Kind &kind : kinds) {
        if (kind.number != number) continue;
        double tendency = 1;
        if (attack && kinds.size() > 1)
          tendency = kinds.back().number == number ? HIGHEST : (1 - HIGHEST) / (kinds.size() - 1);
        after[kind.less] = ways[i] * tendency;
      }
    }
    ways.swap(after);
    size--;
  }
  void drew() {
    vector<float> after(all[size + 1].cards.size(), 0);
    float most = 0;
    for (size_t i = 0; i < after.size(); i++) {
      for (const Kind &kind : all[size + 1].kinds[i]) after[i] += ways[kind.less];
      most = max(most, after[i]);
    }
    for (float &some : after) some /= most;
    ways.swap(after);
    size++;
  }
};
struct Odds {
  double one[NUMBERS], two[NUMBERS], both[NUMBERS][NUMBERS];
};
static Odds odds(const Possible &possible, const Cards &unseen) {
  Odds odds{};
  double total = 0, ways[NUMBERS][HAND];
  for (int n = 0; n < NUMBERS; n++) {
    ways[n][0] = 1;
    for (int c = 1; c < HAND; c++) ways[n][c] = ways[n][c - 1] * max(0, unseen[n] - c + 1);
  }
  for (size_t i = 0; i < possible.ways.size(); i++) {
    double weight = possible.ways[i];
    if (weight == 0) continue;
    const vector<Kind> &kinds = all[possible.size].kinds[i];
    for (const Kind &kind : kinds) weight *= ways[kind.number][kind.count];
    if (weight == 0) continue;
    total += weight;
    for (const Kind &kind : kinds) {
      odds.one[kind.number] += weight;
      if (kind.count > 1) odds.two[kind.number] += weight;
      for (const Kind &other : kinds) {
        if (&other == &kind) break;
        odds.both[kind.number][other.number] += weight;
      }
    }
  }
  for (int n = 0; n < NUMBERS; n++) {
    odds.one[n] /= total;
    odds.two[n] /= total;
    for (int m = 0; m < n; m++) odds.both[m][n] = odds.both[n][m] /= total;
  }
  return odds;
}

// ---- the networks: 0 for when the other attacks next, 1 for when one attacks oneself
constexpr int INPUTS = 4 * NUMBERS + 2 * LIFE + 1, HIDDEN = 24;
typedef array<float, INPUTS> Inputs;
struct Network {
  float rows[INPUTS][HIDDEN], biases[HIDDEN], weights[HIDDEN], bias;
  double value(const Inputs &inputs, float *hidden) const {
    std::copy(biases, biases + HIDDEN, hidden);
    for (int i = 0; i < INPUTS; i++)
      if (inputs[i] != 0)
        for (int j = 0; j < HIDDEN; j++) hidden[j] += inputs[i] * rows[i][j];
    float result = bias;
    for (int j = 0; j < HIDDEN; j++) result += (hidden[j] = max(0.0f, hidden[j])) * weights[j];
    return 1 / (1 + exp(-result));
  }
  double learn(const Inputs &inputs, double won, double rate) {  // a step of gradient descent on the log loss
    float hidden[HIDDEN], back[HIDDEN];
    double guess = value(inputs, hidden);
    float step = (won - guess) * rate;
    bias += step;
    for (int j = 0; j < HIDDEN; j++) {
      back[j] = hidden[j] > 0 ? step * weights[j] : 0;
      weights[j] += step * hidden[j];
      biases[j] += back[j];
    }
    for (int i = 0; i < INPUTS; i++)
      if (inputs[i] != 0)
        for (int j = 0; j < HIDDEN; j++) rows[i][j] += inputs[i] * back[j];
    return -log(max(1e-6, won ? guess : 1 - guess));
  }
};
static_assert(sizeof(Network) == sizeof(float) * (INPUTS * HIDDEN + 2 * HIDDEN + 1), "it is written as it lies");
static Network networks[2];
static bool read_networks(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return false;
  bool whole = fread(networks, sizeof networks, 1, file) == 1;
  fclose(file);
  return whole;
}
static void write_networks(const char *path) {
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(networks, sizeof networks, 1, file) != 1 || fclose(file)) {
    perror(path);
    exit(1);
  }
}
static void random_networks() {
  for (Network &network : networks) {
    memset(&network, 0, sizeof network);
    for (auto &row : network.rows)
      for (float &weight : row) weight = uniform() * 0.4 - 0.2;
    for (float &weight : network.weights) weight = uniform() * 0.4 - 0.2;
  }
}
static Inputs inputs(const Cards &own, const double *other, const Cards &unseen, int life, int other_life, int held) {
  Inputs inputs{};
  int total = 0;
  for (int count : unseen) total += count;
  for (int n = 0; n < NUMBERS; n++) {
    inputs[n] = own[n] > 0;
    inputs[NUMBERS + n] = own[n] > 1;
    inputs[2 * NUMBERS + n] = other[n];
    inputs[3 * NUMBERS + n] = 4 * (unseen[n] - other[n]) / max(1, total - held);
  }
  inputs[4 * NUMBERS + life - 1] = 1;
  inputs[4 * NUMBERS + LIFE + other_life - 1] = 1;
  inputs[INPUTS - 1] = held - 4;
  return inputs;
}

// ---- the players
enum Name { HARD, MEDIUM, EASY, ODDS, HIGHEST_CARD, SEES, NAMES };
static const char *names[] = {"hard", "medium", "easy", "odds", "highest", "sees"};
// medium and easy: see players/match.py. odds: damage by what hard knows of the other's hand. highest: the highest
// card. sees: the highest card that the other, whose hand it sees, can't meet. All but hard always defend.
struct Sample {
  int network;
  Inputs inputs;
};
struct Seat {
  Name name;
  Cards hand;
  int life;
  Possible other;
  vector<Sample> samples;
  bool reckons() const { return name == HARD || name == ODDS; }
};
struct Duel {
  Seat seats[2];
  Cards deck, discard;
  int deck_size;
  bool tracing = false, learning = false;
  double noise = 0;  // added to the worth of an attack at most, so that fitting sees others too

  void deal(Name one, Name two) {
    deck.fill(COPIES);
    discard.fill(0);
    deck_size = NUMBERS * COPIES;
    for (int p = 0; p < 2; p++) {
      Seat &seat = seats[p];
      seat.name = p ? two : one;
      seat.hand.fill(0);
      seat.life = LIFE;
      seat.samples.clear();
      for (int card = 0; card < HAND; card++) seat.hand[drawn()]++;
      if (seat.reckons()) seat.other.dealt();
    }
  }
  int drawn() {
    int ticket = below(deck_size), n = 0;
    while ((ticket -= deck[n]) >= 0) n++;
    deck[n]--;
    deck_size--;
    if (tracing) printf("draw-%d ", n + 1);
    return n;
  }
  void draw(int p) {
    if (!deck_size) {
      deck = discard;
      discard.fill(0);
      for (int count : deck) deck_size += count;
      for (int q = 0; q < 2; q++)
        if (seats[q].reckons()) seats[q].other.is(seats[1 - q].hand);
    }
    seats[p].hand[drawn()]++;
    if (seats[1 - p].reckons()) seats[1 - p].other.drew();
  }
  Cards unseen(int p) const {
    Cards unseen;
    for (int n = 0; n < NUMBERS; n++) unseen[n] = COPIES - discard[n] - seats[p].hand[n];
    return unseen;
  }
  Inputs after_attack(int p, int n, bool met, const Odds &odds, Cards unseen) const {
    double other[NUMBERS], share = met ? odds.one[n] : 1 - odds.one[n];
    for (int m = 0; m < NUMBERS; m++) other[m] = max(0.0, met ? odds.both[m][n] : odds.one[m] - odds.both[m][n]) / share;
    other[n] = met ? odds.two[n] / share : 0;
    Cards own = seats[p].hand;
    own[n]--;
    unseen[n] -= met;
    int life = seats[1 - p].life - (met ? 0 : n + 1);
    return inputs(own, other, unseen, seats[p].life, life, HAND - met);
  }
  Inputs after_answer(int p, int n, bool defends, const Odds &odds, const Cards &unseen) const {
    Cards own = seats[p].hand;
    own[n] -= defends;
    int life = seats[p].life - (defends ? 0 : n + 1);
    return inputs(own, odds.one, unseen, life, seats[1 - p].life, HAND - 1);
  }
  double worth(int p, int n) const {  // of an attack
    const Seat &seat = seats[p], &other = seats[1 - p];
    float hidden[HIDDEN];
    if (seat.name == EASY) return uniform();
    if (seat.name == HIGHEST_CARD) return n;
    if (seat.name == SEES) return other.hand[n] ? -NUMBERS + n : n;
    Cards left = unseen(p);
    if (seat.name == MEDIUM) {
      double total = 0, lands = 1;
      for (int count : left) total += count;
      for (int i = 0; i < HAND; i++) lands *= max(0.0, total - left[n] - i) / (total - i);
      return (n + 1) * lands;
    }
    Odds known = odds(seat.other, left);
    double met = known.one[n], worth = 0;
    if (seat.name == ODDS) return min(n + 1, other.life) * (1 - met);
    if (met < 1)
      worth += (1 - met) *
               (other.life <= n + 1 ? 1 : networks[0].value(after_attack(p, n, false, known, left), hidden));
    if (met > 0) worth += met * networks[0].value(after_attack(p, n, true, known, left), hidden);
    return worth + noise * (uniform() - 0.5);
  }
  int attack(int p) const {
    int best = -1;
    double most = 0;
    for (int n = 0; n < NUMBERS; n++) {
      if (!seats[p].hand[n]) continue;
      double some = worth(p, n);
      if (best < 0 || some > most) most = some, best = n;
    }
    if (tracing) printf("attack-%d=%.6f ", best + 1, most);
    return best;
  }
  bool defends(int p, int n) const {  // the attack lies on the discard pile
    if (seats[p].name != HARD) return true;
    Cards left = unseen(p);
    Odds known = odds(seats[p].other, left);
    float hidden[HIDDEN];
    double defended = networks[1].value(after_answer(p, n, true, known, left), hidden), taken = 0;
    if (seats[p].life > n + 1) taken = networks[1].value(after_answer(p, n, false, known, left), hidden);
    bool defends = defended >= taken;
    if (tracing && defends) printf("defend-%d=%.6f ", n + 1, defended);
    if (tracing && !defends) printf("take=%.6f ", taken);
    return defends;
  }
  int play() {  // the winner
    for (int p = 0;; p ^= 1) {
      Seat &attacker = seats[p], &defender = seats[p ^ 1];
      int n = attack(p);
      bool has = defender.hand[n], ends = !has && defender.life <= n + 1;
      if (learning && attacker.name == HARD && !ends) {
        Cards left = unseen(p);
        attacker.samples.push_back({0, after_attack(p, n, has, odds(attacker.other, left), left)});
      }
      attacker.hand[n]--;
      discard[n]++;
      if (defender.reckons()) defender.other.played(n, true);
      bool defended = has && defends(p ^ 1, n);
      if (attacker.reckons()) {
        if (defended) attacker.other.played(n, false);
        else attacker.other.keep(n, has);
      }
      if (learning && defender.name == HARD && (defended || defender.life > n + 1)) {
        Cards left = unseen(p ^ 1);
        defender.samples.push_back({1, after_answer(p ^ 1, n, defended, odds(defender.other, left), left)});
      }
      if (defended) {
        defender.hand[n]--;
        discard[n]++;
      } else {
        defender.life -= n + 1;
      }
      if (defender.life <= 0) return p;
      draw(p);
      if (defended) draw(p ^ 1);
    }
  }
};
static Duel duel;

static Name named(const char *name) {
  for (int n = 0; n < NAMES; n++)
    if (!strcmp(name, names[n])) return (Name)n;
  fprintf(stderr, "There is no player %s.\n", name);
  exit(2);
}
static void play(Name one, Name two, long duels) {
  long wins[2] = {0, 0};
  for (long i = 0; i < duels; i++) {
    int second = i & 1;
    duel.deal(second ? two : one, second ? one : two);
    wins[second] += duel.play() == second;
  }
  double share = (double)(wins[0] + wins[1]) / duels;
  printf("%s against %s: %.2f%% +- %.2f (beginning %.2f%%, not %.2f%%)\n", names[one], names[two], 100 * share,
         196 * sqrt(share * (1 - share) / duels), 200.0 * wins[0] / duels, 200.0 * wins[1] / duels);
}
// Hard plays against itself, the highest card and medium, so that its estimates hold against more than itself.
static void fit(long duels, const char *path) {
  constexpr double FIRST_RATE = 0.02, LAST_RATE = 0.0008, SELF = 0.4, NOISE = 0.01;
  constexpr long REPORT = 50000;
  random_networks();
  duel.learning = true;
  duel.noise = NOISE;
  double loss = 0;
  long samples = 0;
  for (long i = 0; i < duels; i++) {
    double rate = FIRST_RATE * pow(LAST_RATE / FIRST_RATE, (double)i / duels), ticket = uniform();
    Name other = ticket < SELF ? HARD : ticket < (1 + SELF) / 2 ? HIGHEST_CARD : MEDIUM;
    duel.deal(i & 1 ? other : HARD, i & 1 ? HARD : other);
    int winner = duel.play();
    for (int p = 0; p < 2; p++)
      for (const Sample &sample : duel.seats[p].samples) {
        loss += networks[sample.network].learn(sample.inputs, p == winner, rate);
        samples++;
      }
    if ((i + 1) % REPORT && i + 1 < duels) continue;
    printf("%ld duels, log loss %.5f\n", i + 1, loss / samples);
    fflush(stdout);
    loss = samples = 0;
    write_networks(path);
  }
}
static void trace(long duels) {
  duel.tracing = true;
  for (long i = 0; i < duels; i++) {
    duel.deal(HARD, HARD);
    printf("%d\n", duel.play() + 1);
  }
}
int main(int count, char **args) {
  std::string command = count > 1 ? args[1] : "";
  list_hands();
  for (int i = 0; i < 20; i++) random64();
  if (command == "fit" && count == 4) return fit(atol(args[2]), args[3]), 0;
  bool found = count > 2 && read_networks(args[count - 1]);
  if (command == "play" && count == 6 && found) return play(named(args[2]), named(args[3]), atol(args[4])), 0;
  if (command == "trace" && count == 4 && found) return trace(atol(args[2])), 0;
  fprintf(stderr, "See the top of match_fit.cpp. The last argument is the file of the networks.\n");
  return 2;
}
