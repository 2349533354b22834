import { defineConfig } from 'vitest/config'

const shared = { testTimeout: 20_000, hookTimeout: 60_000 }
const databases = ['embedded', 'postgresql'] as const
const setups = { embedded: 'embeddedSetup.ts', postgresql: 'postgresSetup.ts' }

/**
 * - `pure`: rules, run anywhere, one context for all files.
 * - `server-*`: the real HTTP server and a real database, the same files on both databases.
 * - `race`: what only a database with several sessions can show, and killed processes.
 * - `browser`: the built portal in a real Chromium.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'pure',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/*.test.ts'],
          exclude: ['src/**/server/**/*.test.ts', 'src/acquirer/**/*.test.ts', 'src/**/*.browser.test.ts'],
          isolate: false,
        },
      },
      { test: { ...shared, name: 'acquirer', include: ['src/acquirer/**/*.test.ts'] } },
      ...databases.map((database) => ({
        test: {
          ...shared,
          name: `server-${database}`,
          include: ['src/*/server/**/*.test.ts'],
          exclude: ['src/acquirer/**'],
          globalSetup: [`test/support/database/${setups[database]}`],
          env: { TEST_DATABASE: database },
          // Every file has a portal and a database of its own; the modules are shared, so no file may change them (vi.mock).
          isolate: false,
        },
      })),
      {
        test: {
          ...shared,
          name: 'race',
          include: ['test/crash/**/*.test.ts', 'test/simulation/**/*.test.ts', 'test/operate/**/*.test.ts'],
          globalSetup: Object.values(setups).map((file) => `test/support/database/${file}`),
          env: { TEST_DATABASE: 'postgresql' },
          testTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          include: ['test/e2e/**/*.test.ts', 'src/**/*.browser.test.ts'],
          globalSetup: ['test/e2e/support/portalSetup.ts'],
          // A loaded machine draws late: what is waited for has the time that Playwright gives it too.
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 60_000,
          // Each has a portal of its own (portalSetup.ts).
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
