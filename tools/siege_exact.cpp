// Answers for any position of Numerical Siege, exactly (siege_solved.hpp says what a position and its matrix are).
//
// Build: g++ -std=c++20 -O3 -o siege_exact siege_exact.cpp. Once all is solved it prints a line with the number of
// positions. Then, for each line "own other own_life other_life", one with the value, the best mix of attacks, the best
// mix of answers, and the matrix row by row; "unreached" for a position that can't arise.
#include <cstdio>

#include "siege_solved.hpp"

int main() {
    siege::Solved solved;
    printf("%ld\n", solved.positions());
    fflush(stdout);
    siege::Position p{};
    while (scanf("%d %d %d %d", &p.own, &p.other, &p.own_life, &p.other_life) == 4) {
        bool legal = p.own > 0 && p.own <= siege::ALL && p.other >= 0 && p.other <= siege::ALL && p.own_life > 0 &&
                     p.own_life <= siege::LIFE && p.other_life > 0 && p.other_life <= siege::LIFE;
        if (legal && solved.reached(p)) {
            siege::Matrix m = solved.matrix(p);
            double rows[siege::TOKENS], columns[siege::TOKENS + 1];
            printf("%.7f", m.solve(rows, columns));
            for (int i = 0; i < m.rows; i++) printf(" %.7f", rows[i]);
            for (int j = 0; j < m.columns; j++) printf(" %.7f", columns[j]);
            for (int i = 0; i < m.rows; i++)
                for (int j = 0; j < m.columns; j++) printf(" %.7f", m.entry[i][j]);
            puts("");
        } else {
            puts("unreached");
        }
        fflush(stdout);
    }
}
