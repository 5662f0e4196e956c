// SPDX-License-Identifier: MIT
#include "app/run.hpp"

int main(int argc, char** argv) {
  return paperwatch::run(argc, argv);
}
