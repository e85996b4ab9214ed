// Number Match Duel, fast: fits the value function of players/match.py and plays pairings.
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
using namespace std;
typedef array<int8_t, 9> Hand;
static uint64_t rs[2] = {88172645463325252ull, 0x9E3779B97F4A7C15ull};
static inline uint64_t rnd() {
  uint64_t a = rs[0], b = rs[1]; rs[0] = b; a ^= a << 23; rs[1] = a ^ b ^ (a >> 18) ^ (b >> 5); return rs[1] + b;
}
static inline double uni() { return (rnd() >> 11) * (1.0 / 9007199254740992.0); }
static inline int below(int n) { return (int)((rnd() >> 32) * (uint64_t)n >> 32); }

// ---- all hands of 4 and of 5
struct Table {
  vector<Hand> hands; map<Hand, int> at; vector<array<int, 9>> less;  // index of the hand without one n (in the smaller table), or -1
  vector<array<int8_t, 5>> kinds; vector<array<int8_t, 5>> cnt; vector<int8_t> nk; vector<int8_t> top;
};
static Table T[6];
static void enumerate_hands(Hand h, int n, int left, Table &t) {
  if (n == 9) { if (!left) { t.at[h] = t.hands.size(); t.hands.push_back(h); } return; }
  for (int c = 0; c <= min(4, left); c++) { h[n] = c; enumerate_hands(h, n + 1, left - c, t); }
}
static void init_tables() {
  for (int s = 3; s <= 5; s++) {
    Hand h{}; enumerate_hands(h, 0, s, T[s]);
    for (auto &x : T[s].hands) {
      array<int, 9> l; array<int8_t, 5> k{}, c{}; int m = 0; int8_t top = 0;
      for (int n = 0; n < 9; n++) {
        l[n] = -1;
        if (x[n]) { if (s > 3) { Hand y = x; y[n]--; l[n] = T[s - 1].at[y]; } k[m] = n; c[m] = x[n]; m++; top = n; }
      }
      T[s].less.push_back(l); T[s].kinds.push_back(k); T[s].cnt.push_back(c); T[s].nk.push_back(m); T[s].top.push_back(top);
    }
  }
}
static double EPS = 0.3;   // how often an attacker is taken to play another than the highest
// ---- belief: F over the opponent's hands, see players/match.py
struct Belief {
  int size; vector<float> F; 
  void deal() {
    size = 5; F.assign(T[5].hands.size(), 1);
    for (size_t i = 0; i < F.size(); i++) { float f = 120; for (int k = 0; k < T[5].nk[i]; k++) for (int c = 2; c <= T[5].cnt[i][k]; c++) f /= c; F[i] = f; }
  }
  void known(const Hand &h) { int s = 0; for (int n = 0; n < 9; n++) s += h[n]; size = s; F.assign(T[s].hands.size(), 0); F[T[s].at[h]] = 1; }
  void lacks(int n) { for (size_t i = 0; i < F.size(); i++) if (T[size].hands[i][n]) F[i] = 0; }
  void has(int n) { for (size_t i = 0; i < F.size(); i++) if (!T[size].hands[i][n]) F[i] = 0; }
  void plays(int n, bool attack) {
    vector<float> G(T[size - 1].hands.size(), 0);
    for (size_t i = 0; i < F.size(); i++) {
      int j = T[size].less[i][n]; if (j < 0) continue;
      float f = F[i];
      if (attack && EPS < 1) { int nk = T[size].nk[i]; if (T[size].top[i] == n) f *= nk == 1 ? 1 : 1 - EPS; else f *= EPS / (nk - 1); }
      G[j] = f;
    }
    F.swap(G); size--;
  }
  void draws() {
    vector<float> G(T[size + 1].hands.size(), 0);
    for (size_t i = 0; i < G.size(); i++) { float f = 0; for (int k = 0; k < T[size + 1].nk[i]; k++) f += F[T[size + 1].less[i][T[size + 1].kinds[i][k]]]; G[i] = f; }
    F.swap(G); size++;
    float m = 0; for (float f : F) m = max(m, f); for (float &f : F) f /= m;
  }
};
struct Odds { double p1[9], p2[9], pair[9][9]; };
static void odds(const Belief &b, const int *u, Odds &o) {
  double fall[9][5]; for (int n = 0; n < 9; n++) { fall[n][0] = 1; for (int c = 1; c < 5; c++) fall[n][c] = fall[n][c - 1] * max(0, u[n] - c + 1); }
  memset(&o, 0, sizeof o); double tot = 0; const Table &t = T[b.size];
  for (size_t i = 0; i < b.F.size(); i++) {
    double w = b.F[i]; if (w == 0) continue;
    int nk = t.nk[i]; for (int k = 0; k < nk; k++) w *= fall[t.kinds[i][k]][t.cnt[i][k]];
    if (w == 0) continue;
    tot += w;
    for (int k = 0; k < nk; k++) {
      int n = t.kinds[i][k]; o.p1[n] += w; if (t.cnt[i][k] > 1) o.p2[n] += w;
      for (int l = 0; l < k; l++) o.pair[n][t.kinds[i][l]] += w;
    }
  }
  for (int n = 0; n < 9; n++) { o.p1[n] /= tot; o.p2[n] /= tot; for (int m = 0; m < n; m++) { o.pair[n][m] /= tot; o.pair[m][n] = o.pair[n][m]; } }
}
// ---- net: one for "the other attacks next" (0) and "I attack next" (1)
static const int IN = 9 * 2 + 9 + 9 + 20 + 20 + 1, MAXH = 64;
static int H = 24;
struct Net {
  float w1[IN][MAXH], b1[MAXH], w2[MAXH], b2;
  float m[IN * MAXH + 2 * MAXH + 1], v[IN * MAXH + 2 * MAXH + 1];
};
static Net net[2];
typedef array<float, IN> Feat;
static void init_net() {
  for (auto &N : net) { memset(&N, 0, sizeof N); for (int i = 0; i < IN; i++) for (int j = 0; j < H; j++) N.w1[i][j] = (uni() * 2 - 1) * 0.2; for (int j = 0; j < H; j++) N.w2[j] = (uni() * 2 - 1) * 0.2; }
}
static float forward(const Net &N, const Feat &x, float *h) {
  for (int j = 0; j < H; j++) h[j] = N.b1[j];
  for (int i = 0; i < IN; i++) if (x[i] != 0) for (int j = 0; j < H; j++) h[j] += x[i] * N.w1[i][j];
  float y = N.b2; for (int j = 0; j < H; j++) { h[j] = h[j] > 0 ? h[j] : 0; y += h[j] * N.w2[j]; }
  return 1 / (1 + expf(-y));
}
static float LR = 0.1;
static void learn(Net &N, const Feat &x, float target) {
  float h[MAXH]; float y = forward(N, x, h); float d = (target - y) * LR;
  N.b2 += d;
  float g[MAXH]; for (int j = 0; j < H; j++) { g[j] = h[j] > 0 ? d * N.w2[j] : 0; N.w2[j] += d * h[j]; N.b1[j] += g[j]; }
  for (int i = 0; i < IN; i++) if (x[i] != 0) for (int j = 0; j < H; j++) N.w1[i][j] += x[i] * g[j];
}
static void features(Feat &x, const Hand &mine, const double *p, const int *u, int life, int other, int held) {
  x.fill(0); int tot = 0; for (int n = 0; n < 9; n++) tot += u[n];
  for (int n = 0; n < 9; n++) {
    if (mine[n]) x[n] = 1; if (mine[n] > 1) x[9 + n] = 1;
    x[18 + n] = p[n]; x[27 + n] = (u[n] - p[n]) / max(1.0, tot - (double)held) * 4;
  }
  x[36 + life - 1] = 1; x[56 + other - 1] = 1; x[76] = held - 4;
}
enum Kind { HIGHEST, ODDS, NETP, RANDOMP, SEES, NAIVE, KINDS };
static const char *names[] = {"highest", "odds", "hard", "random", "sees", "naive"};
struct Sample { int net; Feat x; };
struct Seat {
  Kind kind; Hand hand; Belief b; int life; bool belief; vector<Sample> samples; bool record = false;
};
static double EXPLORE = 0;
static long declined = 0, couldDecline = 0;
struct Game {
  Seat s[2]; int deck[9], disc[9], ndeck;
  void reset(Kind a, Kind b) {
    for (int n = 0; n < 9; n++) { deck[n] = 4; disc[n] = 0; } ndeck = 36;
    Kind k[2] = {a, b};
    for (int i = 0; i < 2; i++) { s[i].kind = k[i]; s[i].hand.fill(0); s[i].life = 20; s[i].samples.clear(); s[i].belief = k[i] == NETP || k[i] == ODDS; }
    for (int i = 0; i < 10; i++) { int n = pick(); s[i / 5].hand[n]++; }
    for (auto &q : s) if (q.belief) q.b.deal();
  }
  int pick() { int r = below(ndeck), n = 0; while ((r -= deck[n]) >= 0) n++; deck[n]--; ndeck--; return n; }
  void unseen(int me, int *u) { for (int n = 0; n < 9; n++) u[n] = 4 - disc[n] - s[me].hand[n]; }
  void draw(int p) {
    if (!ndeck) {
      for (int n = 0; n < 9; n++) { deck[n] = disc[n]; ndeck += deck[n]; disc[n] = 0; }
      for (int i = 0; i < 2; i++) if (s[i].belief) s[i].b.known(s[1 - i].hand);
    }
    int n = pick(); s[p].hand[n]++; if (s[1 - p].belief) s[1 - p].b.draws();
  }
  // value for me of the position after an exchange, before the draws
  float value(int which, Feat &x) { float h[MAXH]; return forward(net[which], x, h); }
  void afterAttack(int me, int c, bool held, const Odds &o, const int *u0, Feat &x) {
    double p[9]; int u[9]; Hand mine = s[me].hand; mine[c]--;
    memcpy(u, u0, sizeof u);
    double q = held ? o.p1[c] : 1 - o.p1[c]; q = max(q, 1e-9);
    for (int m = 0; m < 9; m++) { p[m] = m == c ? (held ? o.p2[c] / q : 0) : (held ? o.pair[m][c] / q : (o.p1[m] - o.pair[m][c]) / q); p[m] = min(1.0, max(0.0, p[m])); }
    if (held) u[c]--;
    features(x, mine, p, u, s[me].life, held ? s[1 - me].life : max(1, s[1 - me].life - c - 1), held ? 4 : 5);
  }
  int attack(int me) {
    Seat &q = s[me];
    if (q.kind == HIGHEST) { int n = 8; while (!q.hand[n]) n--; return n; }
    if (q.kind == RANDOMP) { int r = below(5), n = 0; while ((r -= q.hand[n]) >= 0) n++; return n; }
    if (q.kind == SEES) { // the highest that is not held
      for (int n = 8; n >= 0; n--) if (q.hand[n] && !s[1 - me].hand[n]) return n;
      int n = 0; while (!q.hand[n]) n++; return n;
    }
    int u[9]; unseen(me, u);
    if (q.kind == NAIVE) {
      int best = -1; double bv = -1, tot = 0; for (int n = 0; n < 9; n++) tot += u[n];
      for (int n = 0; n < 9; n++) if (q.hand[n]) { double no = 1; for (int i = 0; i < 5; i++) no *= max(0.0, tot - u[n] - i) / (tot - i); double v = (n + 1) * no; if (v > bv) bv = v, best = n; }
      return best;
    }
    Odds o; odds(q.b, u, o);
    int best = -1; double bv = -1;
    for (int n = 0; n < 9; n++) if (q.hand[n]) {
      double v;
      if (q.kind == ODDS) v = min(n + 1, s[1 - me].life) * (1 - o.p1[n]);
      else {
        Feat x; double hit = 1;
        if (s[1 - me].life > n + 1) { afterAttack(me, n, false, o, u, x); hit = value(0, x); }
        v = (1 - o.p1[n]) * hit;
        if (o.p1[n] > 0) { afterAttack(me, n, true, o, u, x); v += o.p1[n] * value(0, x); }
        if (EXPLORE > 0) v += EXPLORE * (uni() - .5);
      }
      if (v > bv) bv = v, best = n;
    }
    return best;
  }
  void afterDefence(int me, int c, bool defend, const Odds &o, const int *u, Feat &x) {
    Hand mine = s[me].hand; if (defend) mine[c]--;
    features(x, mine, o.p1, u, defend ? s[me].life : s[me].life - c - 1, s[1 - me].life, 4);
  }
  bool defend(int me, int c) { // asked; the opponent has played c already and holds 4
    Seat &q = s[me];
    if (q.kind != NETP || q.life <= c + 1) return true;
    int u[9]; unseen(me, u); Odds o; odds(q.b, u, o); Feat x;
    afterDefence(me, c, true, o, u, x); float a = value(1, x); afterDefence(me, c, false, o, u, x); float b = value(1, x);
    couldDecline++; declined += b > a;
    return a >= b;
  }
  int play() {  // the winner
    int at = 0;
    for (;; at ^= 1) {
      int df = at ^ 1; Seat &A = s[at], &D = s[df];
      int c = attack(at); Odds o; int u[9];
      bool has = D.hand[c];
      if (A.record) { unseen(at, u); odds(A.b, u, o); if (has || D.life > c + 1) { A.samples.push_back({0, {}}); afterAttack(at, c, has, o, u, A.samples.back().x); } }
      A.hand[c]--; disc[c]++; if (D.belief) D.b.plays(c, true);
      bool d = has && defend(df, c);
      if (A.belief) { if (!has) A.b.lacks(c); else if (d) A.b.plays(c, false); else A.b.has(c); }
      if (D.record && (d || D.life > c + 1)) { unseen(df, u); odds(D.b, u, o); D.samples.push_back({1, {}}); afterDefence(df, c, d, o, u, D.samples.back().x); }
      if (d) { D.hand[c]--; disc[c]++; } else D.life -= c + 1;
      if (D.life <= 0) return at;
      draw(at); if (d) draw(df);
    }
  }
};
// The file is that of players/match_value.py.
static void save(const char *f) {
  FILE *o = fopen(f, "wb");
  for (auto &N : net) { for (auto &row : N.w1) fwrite(row, sizeof(float), H, o); fwrite(N.b1, sizeof(float), H, o); fwrite(N.w2, sizeof(float), H, o); fwrite(&N.b2, sizeof(float), 1, o); }
  fclose(o);
}
static bool load(const char *f) {
  FILE *o = fopen(f, "rb"); if (!o) return false;
  bool ok = true;
  for (auto &N : net) { for (auto &row : N.w1) ok &= fread(row, sizeof(float), H, o) == (size_t)H; ok &= fread(N.b1, sizeof(float), H, o) == (size_t)H; ok &= fread(N.w2, sizeof(float), H, o) == (size_t)H; ok &= fread(&N.b2, sizeof(float), 1, o) == 1; }
  fclose(o); return ok;
}
static Game g;
static double match(Kind a, Kind b, long n) {
  long w[2] = {0, 0};
  g.s[0].record = g.s[1].record = false;
  for (long i = 0; i < n; i++) { int f = i & 1; if (f) g.reset(b, a); else g.reset(a, b); int x = g.play(); w[f] += (x == 0) != f; }
  double p = (double)(w[0] + w[1]) / n; double se = sqrt(p * (1 - p) / n);
  printf("%s over %s: %.2f +- %.2f (first %.2f, second %.2f)  %ld duels\n", names[a], names[b], 100 * p, 196 * se, 200.0 * w[0] / n, 200.0 * w[1] / n, n); fflush(stdout);
  return p;
}
static Kind kind(const string &s) { for (int k = 0; k < KINDS; k++) if (s == names[k]) return (Kind)k; fprintf(stderr, "no player %s\n", s.c_str()); exit(2); }
int main(int c, char **v) {
  init_tables();
  if (getenv("EPS")) EPS = atof(getenv("EPS"));
  if (getenv("SEED")) rs[0] ^= strtoull(getenv("SEED"), 0, 10) * 0x9E3779B97F4A7C15ull; for (int i = 0; i < 20; i++) rnd();
  string cmd = c > 1 ? v[1] : "";
  if (cmd == "play") { if (c > 5) load(v[5]); match(kind(v[2]), kind(v[3]), atol(v[4])); if (couldDecline) printf("declined %ld of %ld\n", declined, couldDecline); return 0; }
  if (cmd == "train") { // train FILE GAMES SELF LR0 LR1 EXPLORE
    if (getenv("HID")) H = atoi(getenv("HID"));
    long n = atol(v[3]); double self = atof(v[4]), l0 = atof(v[5]), l1 = atof(v[6]); EXPLORE = atof(v[7]);
    if (!load(v[2])) init_net();
    double ll = 0; long lc = 0;
    for (long i = 0; i < n; i++) {
      LR = l0 * pow(l1 / l0, (double)i / n);
      int f = i & 1; double r = uni(); Kind other = r < self ? NETP : r < (1 + self) / 2 ? HIGHEST : NAIVE;
      if (f) g.reset(other, NETP); else g.reset(NETP, other);
      g.s[0].record = g.s[0].kind == NETP; g.s[1].record = g.s[1].kind == NETP;
      int w = g.play();
      for (int p = 0; p < 2; p++) for (auto &q : g.s[p].samples) { float h[MAXH]; float y = forward(net[q.net], q.x, h); ll -= log(max(1e-6f, p == w ? y : 1 - y)); lc++; learn(net[q.net], q.x, p == w); }
      if ((i + 1) % 50000 == 0) { printf("%ld loss %.5f\n", i + 1, ll / lc); fflush(stdout); ll = lc = 0; save(v[2]); }
    }
    save(v[2]); return 0;
  }
  return 2;
}
