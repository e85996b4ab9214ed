// Numerical Siege, solved: the value of every reachable position in which somebody attacks, fewest tokens first.
//
// A position is (own tokens, other's tokens, own life, other's life), own being the attacker's; tokens are a bit mask,
// bit 0 = token 1. Its value is the attacker's expected score with best play by both: win 1, draw 1/2, loss 0.
// An exchange is a matrix game: a row for each attack, a column for letting it through and one for each defence.
// Takes 1.1 GiB and half a minute of CPU.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace siege {

constexpr int TOKENS = 10, LIFE = 15, ALL = (1 << TOKENS) - 1;
constexpr int LET_THROUGH = -1;  // as a column; tokens are counted from 0

struct Position {
    int own, other, own_life, other_life;
    uint32_t key() const { return uint32_t(own << 18 | other << 8 | own_life << 4 | other_life); }
    static Position of(uint32_t key) { return {int(key >> 18), int(key >> 8 & ALL), int(key >> 4 & 15), int(key & 15)}; }
    int tokens() const { return std::popcount(unsigned(own)) + std::popcount(unsigned(other)); }
};

constexpr Position START{ALL, ALL, LIFE, LIFE};

// What follows an exchange: `value` if that is the end, else `next`. `same`: the attacker attacks again.
struct Follows {
    bool over, same;
    float value;
    Position next;
};

inline Follows follows(const Position& p, int attack, int defence) {
    int damage = defence == LET_THROUGH ? attack + 1 : std::max(0, attack - defence);
    int left = p.other_life - damage, own = p.own & ~(1 << attack);
    int other = defence == LET_THROUGH ? p.other : p.other & ~(1 << defence);
    if (left <= 0) return {true, true, 1.f, {}};
    if (!own && !other) return {true, true, p.own_life > left ? 1.f : p.own_life < left ? 0.f : .5f, {}};
    if (!other) return {false, true, 0, {own, other, p.own_life, left}};
    return {false, false, 0, {other, own, left, p.own_life}};
}

struct Matrix {
    int rows = 0, columns = 0, attack[TOKENS], defence[TOKENS + 1];
    float entry[TOKENS][TOKENS + 1];

    explicit Matrix(const Position& p) {
        for (int i = 0; i < TOKENS; i++)
            if (p.own >> i & 1) attack[rows++] = i;
        defence[columns++] = LET_THROUGH;
        for (int j = 0; j < TOKENS; j++)
            if (p.other >> j & 1) defence[columns++] = j;
    }

    template <class Value> void fill(const Position& p, Value value) {
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < columns; j++) {
                Follows f = follows(p, attack[i], defence[j]);
                entry[i][j] = f.over ? f.value : f.same ? value(f.next) : 1.f - value(f.next);
            }
    }

    // The value of the game; both mixes, where asked for. The simplex method, on: maximize sum q, (entry + 1) q <= 1.
    double solve(double* rows_mix = nullptr, double* columns_mix = nullptr) const {
        float low = -1, high = 2;
        int best_row = 0, best_column = 0;
        for (int i = 0; i < rows; i++) {
            float worst = *std::min_element(entry[i], entry[i] + columns);
            if (worst > low) low = worst, best_row = i;
        }
        for (int j = 0; j < columns; j++) {
            float worst = -1;
            for (int i = 0; i < rows; i++) worst = std::max(worst, entry[i][j]);
            if (worst < high) high = worst, best_column = j;
        }
        if (high - low < 1e-6f) {
            if (rows_mix) std::fill(rows_mix, rows_mix + rows, 0.), rows_mix[best_row] = 1;
            if (columns_mix) std::fill(columns_mix, columns_mix + columns, 0.), columns_mix[best_column] = 1;
            return low;
        }
        double t[TOKENS + 1][2 * TOKENS + 2];
        int basis[TOKENS], last = columns + rows;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) t[i][j] = entry[i][j] + 1.0;
            for (int k = 0; k < rows; k++) t[i][columns + k] = k == i;
            t[i][last] = 1;
            basis[i] = columns + i;
        }
        for (int j = 0; j <= last; j++) t[rows][j] = j < columns ? -1.0 : 0.0;
        for (int step = 0; step < 500; step++) {
            int enters = -1, leaves = -1;
            double least = -1e-11, ratio = 1e300;
            for (int j = 0; j < last; j++)
                if (t[rows][j] < least) {
                    enters = j;
                    if (step > 60) break;  // Bland's rule: no circles
                    least = t[rows][j];
                }
            if (enters < 0) break;
            for (int i = 0; i < rows; i++)
                if (t[i][enters] > 1e-12) {
                    double r = t[i][last] / t[i][enters];
                    if (r < ratio - 1e-15 || (r <= ratio + 1e-15 && leaves >= 0 && basis[i] < basis[leaves]))
                        ratio = r, leaves = i;
                }
            if (leaves < 0) break;
            double pivot = 1 / t[leaves][enters];
            for (int j = 0; j <= last; j++) t[leaves][j] *= pivot;
            for (int i = 0; i <= rows; i++) {
                double factor = t[i][enters];
                if (i == leaves || factor == 0) continue;
                for (int j = 0; j <= last; j++) t[i][j] -= factor * t[leaves][j];
            }
            basis[leaves] = enters;
        }
        double value = 1 / t[rows][last];
        if (rows_mix)
            for (int i = 0; i < rows; i++) rows_mix[i] = std::max(0., t[rows][columns + i] * value);
        if (columns_mix) {
            std::fill(columns_mix, columns_mix + columns, 0.);
            for (int i = 0; i < rows; i++)
                if (basis[i] < columns) columns_mix[basis[i]] = std::max(0., t[i][last] * value);
        }
        return value - 1;
    }
};

class Solved {
public:
    Solved() : values_(1u << 28), reached_(1u << 28) {
        std::vector<std::pair<int, int>> sets;
        for (int own = 1; own <= ALL; own++)
            for (int other = 0; other <= ALL; other++) sets.emplace_back(own, other);
        auto tokens = [](std::pair<int, int> s) { return std::popcount(unsigned(s.first)) + std::popcount(unsigned(s.second)); };
        std::stable_sort(sets.begin(), sets.end(), [&](auto a, auto b) { return tokens(a) < tokens(b); });
        reached_[START.key()] = true;
        for (auto set = sets.rbegin(); set != sets.rend(); ++set)
            each_reached(*set, [&](const Position& p) {
                Matrix m(p);
                for (int i = 0; i < m.rows; i++)
                    for (int j = 0; j < m.columns; j++)
                        if (Follows f = follows(p, m.attack[i], m.defence[j]); !f.over) reached_[f.next.key()] = true;
                positions_++;
            });
        for (auto set : sets) each_reached(set, [&](const Position& p) { values_[p.key()] = float(matrix(p).solve()); });
    }

    bool reached(const Position& p) const { return reached_[p.key()]; }
    float value(const Position& p) const { return values_[p.key()]; }
    long positions() const { return positions_; }
    Matrix matrix(const Position& p) const {
        Matrix m(p);
        m.fill(p, [this](const Position& next) { return value(next); });
        return m;
    }

private:
    template <class Do> void each_reached(std::pair<int, int> set, Do what) {
        for (int own_life = 1; own_life <= LIFE; own_life++)
            for (int other_life = 1; other_life <= LIFE; other_life++)
                if (Position p{set.first, set.second, own_life, other_life}; reached(p)) what(p);
    }

    std::vector<float> values_;
    std::vector<bool> reached_;
    long positions_ = 0;
};

}  // namespace siege
