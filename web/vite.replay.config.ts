import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** The replay that opens from disk: one script and one style sheet, everything inside them. */
export default defineConfig({
  plugins: [svelte()],
  publicDir: false,
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    outDir: process.env.FRACAS_REPLAY ?? "../build/replay",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 10_000_000,
    cssCodeSplit: false,
    lib: {
      entry: "src/replay/file.ts",
      formats: ["iife"],
      name: "replay",
      fileName: () => "replay.js",
      cssFileName: "replay",
    },
  },
});
