// Fits the neural network of players/siege_estimate.py, where its form is described, to the exact values of positions.
//
// Build: g++ -std=c++20 -Ofast -march=native -o siege_fit siege_fit.cpp. `siege_fit OUT [MILLIONS [SEED]]` writes the
// network after so many millions of examples. The optimizer is Adam, with the error clipped (Huber's loss).
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>

#include "siege_solved.hpp"

namespace siege {

constexpr int FEWEST = 9, MOST = 19;  // tokens of the positions it is fitted to
constexpr int WIDTH = 16, HIDDEN = 16, TABLES = 8, HALF = 32, LIVES = LIFE * LIFE;
constexpr int ROWS = 4 * HALF * LIVES + 4 * HALF * HALF;
constexpr int BATCH = 64, GAMES = 400'000;
constexpr float RATE = 3e-3f, CLIP = 0.02f;
constexpr float LARGEST = 0.75f, UNIT = LARGEST / 127;  // of a table's weights: a byte holds them as so many units

using Random = std::mt19937_64;

inline double uniform(Random& random) { return double(random() >> 11) * 0x1p-53; }

inline int one_of(Random& random, int mask) {
    for (int skip = int(random() % unsigned(std::popcount(unsigned(mask)))); skip > 0; skip--) mask &= mask - 1;
    return std::countr_zero(unsigned(mask));
}

struct Layer {  // what is behind the tables, for one number of tokens
    struct Unit {
        float weights[WIDTH], bias, weight;
    } units[HIDDEN];
    float bias;
};

struct Network {
    float tables[ROWS][WIDTH];
    Layer layers[MOST - FEWEST + 1];
};

inline void rows_of(const Position& p, int* rows) {
    int lives = (p.own_life - 1) * LIFE + p.other_life - 1;
    int own[2] = {p.own / HALF, p.own % HALF}, other[2] = {p.other / HALF, p.other % HALF};
    int at = 0, table = 0;
    for (int half : {own[0], other[0], own[1], other[1]}) rows[table++] = at + half * LIVES + lives, at += HALF * LIVES;
    for (int half = 0; half < 4; half++, at += HALF * HALF)
        rows[table++] = at + own[half & 1] * HALF + other[half == 1 || half == 2];
}

class Fit {
public:
    Fit(const Solved& solved, uint64_t seed) : solved_(solved), random_(seed) {
        std::normal_distribution<float> normal;
        for (auto& row : net_->tables)
            for (float& w : row) w = 0.1f * normal(random_);
        Layer& first = net_->layers[0];
        for (auto& unit : first.units) {
            for (float& w : unit.weights) w = normal(random_) * std::sqrt(2.f / WIDTH);
            unit.weight = normal(random_) * std::sqrt(1.f / HIDDEN);
        }
        for (Layer& layer : net_->layers) layer = first;
        for (int game = 0; game < GAMES; game++) play();
        fprintf(stderr, "%zu exchanges to learn from\n", exchanges_.size());
    }

    void learn(long examples) {
        long steps = examples / BATCH;
        double squares = 0;
        for (long step = 0; step < steps; step++) {
            float rate = RATE * (0.5f + 0.5f * std::cos(3.14159f * float(step) / float(steps)) + 0.003f);
            std::memset(gradient_, 0, sizeof gradient_);
            for (int i = 0; i < BATCH; i++) squares += example(rate);
            step_layers(rate);
            if (step % (steps / 10) == steps / 10 - 1) {
                fprintf(stderr, "%.0f million examples: %.4f off\n", double(step) * BATCH / 1e6,
                        std::sqrt(squares / double(steps / 10) / BATCH));
                squares = 0;
            }
        }
    }

    // Bytes for the tables, each less 128; then the layers, in which the bytes' unit is made up for.
    void write(const char* path) const {
        FILE* file = fopen(path, "wb");
        if (!file) perror(path), exit(1);
        for (auto& row : net_->tables)
            for (float w : row) fputc(int(std::lround(w / UNIT)) + 128, file);
        for (Layer layer : net_->layers) {
            for (auto& u : layer.units)
                for (float& w : u.weights) w *= UNIT;
            fwrite(&layer, sizeof layer, 1, file);
        }
        fclose(file);
    }

private:
    struct Exchange {  // as played by the equilibrium
        uint32_t position;
        int8_t attack, defence;
    };
    using Layers = Layer[MOST - FEWEST + 1];

    // A duel of the equilibrium with itself, in which either errs now and then, at random.
    void play() {
        double kind = uniform(random_), error = kind < .25 ? 0 : kind < .5 ? .15 : kind < .8 ? .4 : 1;
        double rows[TOKENS], columns[TOKENS + 1];
        for (Position p = START; p.tokens() > FEWEST + 1;) {
            Matrix m = solved_.matrix(p);
            m.solve(rows, columns);
            int attack = m.attack[drawn(rows, m.rows)], defence = m.defence[drawn(columns, m.columns)];
            exchanges_.push_back({p.key(), int8_t(attack), int8_t(defence)});
            if (uniform(random_) < error) attack = one_of(random_, p.own);
            if (uniform(random_) < error) defence = one_of(random_, p.other << 1 | 1) - 1;
            Follows f = follows(p, attack, defence);
            if (f.over) break;
            p = f.next;
        }
    }

    int drawn(const double* mix, int choices) {
        double left = uniform(random_);
        int choice = 0;
        while (choice < choices - 1 && (left -= mix[choice]) >= 0) choice++;
        return choice;
    }

    // What is looked at in one of the exchanges: what follows it, or follows if one or both had played anything else.
    Position followed() {
        for (;;) {
            const Exchange& e = exchanges_[random_() % exchanges_.size()];
            Position p = Position::of(e.position);
            uint64_t other = random_();
            Follows f = follows(p, other & 1 ? one_of(random_, p.own) : e.attack,
                                other & 2 ? one_of(random_, p.other << 1 | 1) - 1 : e.defence);
            if (!f.over && f.next.other) return f.next;
        }
    }

    // One step of the tables, and one example's share of the layers' gradient. Returns the squared error.
    float example(float rate) {
        Position p = followed();
        int rows[TABLES];
        rows_of(p, rows);
        float sums[WIDTH] = {}, inputs[WIDTH], outputs[HIDDEN], back[WIDTH] = {};
        for (int row : rows)
            for (int d = 0; d < WIDTH; d++) sums[d] += net_->tables[row][d];
        for (int d = 0; d < WIDTH; d++) inputs[d] = std::max(0.f, sums[d]);
        const Layer& layer = net_->layers[p.tokens() - FEWEST];
        Layer& gradient = gradient_[p.tokens() - FEWEST];
        float result = layer.bias;
        for (int h = 0; h < HIDDEN; h++) {
            const auto& unit = layer.units[h];
            outputs[h] = unit.bias;
            for (int d = 0; d < WIDTH; d++) outputs[h] += unit.weights[d] * inputs[d];
            result += std::max(0.f, outputs[h]) * unit.weight;
        }
        float value = 1 / (1 + std::exp(-result)), error = value - solved_.value(p);
        float slope = std::clamp(error, -CLIP, CLIP) * (0.5f + 10 * value * (1 - value));
        gradient.bias += slope;
        for (int h = 0; h < HIDDEN; h++) {
            if (outputs[h] <= 0) continue;
            auto& unit = gradient.units[h];
            float inner = slope * layer.units[h].weight;
            unit.weight += slope * outputs[h];
            unit.bias += inner;
            for (int d = 0; d < WIDTH; d++) {
                unit.weights[d] += inner * inputs[d];
                back[d] += inner * layer.units[h].weights[d];
            }
        }
        for (int d = 0; d < WIDTH; d++)
            if (sums[d] <= 0) back[d] = 0;
        for (int row : rows) {
            float *w = net_->tables[row], *mean = means_->tables[row], *square = squares_->tables[row];
            for (int d = 0; d < WIDTH; d++) {
                mean[d] += 0.1f * (back[d] - mean[d]);
                square[d] += 0.002f * (back[d] * back[d] - square[d]);
                w[d] = std::clamp(w[d] - rate * mean[d] / (std::sqrt(square[d]) + 1e-4f), -LARGEST, LARGEST);
            }
        }
        return error * error;
    }

    void step_layers(float rate) {
        float *w = floats(net_->layers), *mean = floats(means_->layers), *square = floats(squares_->layers);
        const float* gradient = floats(gradient_);
        for (size_t i = 0; i < sizeof(Layers) / (sizeof(float)); i++) {
            float g = gradient[i] / BATCH;
            mean[i] += 0.1f * (g - mean[i]);
            square[i] += 0.001f * (g * g - square[i]);
            w[i] -= rate * mean[i] / (std::sqrt(square[i]) + 1e-6f);
        }
    }

    static float* floats(Layers& layers) { return reinterpret_cast<float*>(&layers); }

    const Solved& solved_;
    Random random_;
    std::vector<Exchange> exchanges_;
    std::unique_ptr<Network> net_ = std::make_unique<Network>(), means_ = std::make_unique<Network>(),
                             squares_ = std::make_unique<Network>();
    Layers gradient_ = {};
};

}  // namespace siege

int main(int arguments, char** argument) {
    if (arguments < 2) return fprintf(stderr, "siege_fit OUT [MILLIONS [SEED]]\n"), 2;
    siege::Solved solved;
    siege::Fit fit(solved, arguments > 3 ? strtoull(argument[3], nullptr, 10) : 1);
    fit.learn(long((arguments > 2 ? atof(argument[2]) : 100) * 1e6));
    fit.write(argument[1]);
}
