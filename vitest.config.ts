import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/worker/longestFirst.ts'

/** For what hangs: a machine that is slow, or that others use too, is not to reach them. */
const shared = {
  testTimeout: 60_000,
  hookTimeout: 180_000,
  // As long as Playwright waits for what a page shows.
  expect: { poll: { timeout: 30_000 } },
}
/** Node itself reads these files, as it reads the server's: no other tool stands between, and it keeps what it compiled. */
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
 * - `server`: the real HTTP server on PostgreSQL, and the acquirers; `server-embedded`: the same files on the embedded database, for who
 *   has just changed SQL. `npm test` runs the first.
 * - `embedded`: what is particular to the embedded database; `statements`: it understands every one of `server`.
 * - `race`: what only a database with several sessions can show, and killed processes.
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
            // Every file has a portal and a database of its own; the modules are shared, so no file may change them (vi.mock).
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
          include: ['test/embedded/heard/*.test.ts'],
          globalSetup: [setup.embedded],
          isolate: false,
          // When `server` has made them.
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
          testTimeout: 180_000,
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
          testTimeout: 180_000,
          // The modules and the browser stay with the worker, and each worker has a portal (portalSetup.ts).
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
