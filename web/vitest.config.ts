import { defineConfig, mergeConfig } from "vitest/config";
import pages from "./vite.config.ts";

export default mergeConfig(
  pages,
  defineConfig({
    resolve: { conditions: ["browser"] },
    test: {
      environment: "jsdom",
      include: ["tests/**/*.test.ts"],
      setupFiles: ["tests/setup.ts"],
      // One page for all files of a thread: to make a new one for each takes longer than the tests do.
      pool: "threads",
      isolate: false,
      // A machine with much else to do is slow, not wrong.
      testTimeout: 60_000,
    },
  }),
);
