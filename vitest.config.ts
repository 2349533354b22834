import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/worker/longestFirst.ts'

/** Long, because a slow machine must not reach them: only a hanging test does. */
const shared = {
  testTimeout: 120_000,
  hookTimeout: 180_000,
  // As long as Playwright waits.
  expect: { poll: { timeout: 90_000 } },
}
/** Node loads these files directly, as it does the server's, with its compile cache. */
const native = {
  maxWorkers: 3,
  sequence: { groupOrder: 1 },
  experimental: { viteModuleRunner: false, nodeLoader: false },
  setupFiles: ['test/support/worker/setup.ts'],
}
const setup = {
  embedded: 'test/support/database/embedded/setup.ts',
  postgresql: 'test/support/database/postgresSetup.ts',
}
const recording = {
  globalSetup: 'test/support/database/recordingSetup.ts',
  setupFile: 'test/support/database/recordStatements.ts',
}

/**
 * - `pure`: rules, run anywhere, one context for all files.
 * - `server`: the real HTTP server on PostgreSQL, and the acquirers; `server-embedded`: the same files on the embedded database, after a
 *   change of SQL. `npm test` runs the first.
 * - `embedded`: what only the embedded database does; `statements`: it can prepare every statement of `server`.
 * - `race`: several sessions of a database, and killed processes.
 * - `browser`: the built portal in a real Chromium.
 * - The tag `deep`: left out by `npm test`, run by `npm run test:deep`.
 * - `engines`: the main job in Firefox and WebKit. `npm test` leaves it out, `npm run test:engines` runs it.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    tags: [{ name: 'deep', description: 'a long series, of which `npm test` runs a part' }],
    projects: [
      {
        test: {
          ...shared,
          name: 'pure',
          include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/*.test.ts'],
          exclude: ['src/**/server/**/*.test.ts', 'src/acquirer/**/*.test.ts', 'src/**/*.browser.test.ts'],
          // One worker, because each worker imports the sources again.
          maxWorkers: 1,
          isolate: false,
        },
      },
      ...(['server', 'server-embedded'] as const).map((name) => {
        const database = name === 'server' ? 'postgresql' : 'embedded'
        return {
          test: {
            ...shared,
            ...native,
            name,
            include: [
              'src/*/server/**/*.test.ts',
              'src/*/*/server/**/*.test.ts',
              'src/acquirer/**/*.test.ts',
              'simulators/**/*.test.ts',
              'tools/**/*.test.ts',
            ],
            globalSetup: [setup[database], ...(name === 'server' ? [recording.globalSetup] : [])],
            setupFiles: [...native.setupFiles, ...(name === 'server' ? [recording.setupFile] : [])],
            env: { TEST_DATABASE: database },
            // Every file has its own portal and database; modules are shared, so that no file may change them (vi.mock).
            isolate: false,
          },
        }
      }),
      {
        test: {
          ...shared,
          ...native,
          name: 'embedded',
          execArgv: ['--liftoff-only'],
          include: ['test/embedded/*.test.ts'],
          globalSetup: [setup.embedded],
          env: { TEST_DATABASE: 'embedded' },
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          ...native,
          name: 'statements',
          include: ['test/embedded/statements/*.test.ts'],
          globalSetup: [setup.embedded],
          isolate: false,
          // After `server`, which records them.
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          ...shared,
          ...native,
          name: 'race',
          include: ['test/{crash,simulation,operate,upgrade,dev}/**/*.test.ts'],
          globalSetup: Object.values(setup),
          env: { TEST_DATABASE: 'postgresql' },
          testTimeout: 300_000,
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          ...native,
          name: 'browser',
          include: ['test/e2e/**/*.test.ts', 'src/**/*.browser.test.ts'],
          globalSetup: ['test/e2e/support/portalSetup.ts'],
          testTimeout: 300_000,
          // A worker keeps its modules and browser, and has a portal (portalSetup.ts).
          isolate: false,
        },
      },
      {
        test: {
          ...shared,
          ...native,
          name: 'engines',
          include: ['test/engines/**/*.test.ts'],
          globalSetup: ['test/e2e/support/portalSetup.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
