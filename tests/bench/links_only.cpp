// SPDX-License-Identifier: MIT
// Links what paperwatch links and ends: what it costs to start at all.
int main() {}
