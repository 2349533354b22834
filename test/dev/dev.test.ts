// @module-tag deep
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEmbeddedFolder } from '#test/support/database/testDatabase.ts'
import { freePort } from '../../tools/dev/freePort.ts'
import { until } from '#test/support/process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** A copy that the test may change. */
const copy = mkdtempSync(join(tmpdir(), 'guiche-dev-'))
const health = 'src/app/server/health/routes.ts'
const welcome = 'src/site/web/WelcomePage.tsx'

let dev: ChildProcess
let url: string
let dataDir: string
let said = ''
beforeAll(async () => {
  for (const part of ['src', 'simulators', 'db', 'tools', 'index.html', 'package.json', 'vite.config.ts'])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const port = await freePort()
  dataDir = createEmbeddedFolder()
  url = `http://127.0.0.1:${port}`
  // Each portal runs for seconds, and need not compile the embedded database a second time for speed.
  dev = spawn(process.execPath, ['--liftoff-only', 'tools/dev/dev.ts'], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      // Each change starts a server.
      NODE_COMPILE_CACHE: join(copy, 'compiled'),
      PORT: String(port),
      DATA_DIR: dataDir,
      CAPTCHA: 'off',
      OVERLOAD_DELAY_MS: '60000',
      CALLS_AT_ONCE: '0',
    },
  })
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (part) => (said += String(part)))
  await until('the demo is announced', async () => printed(`Guichê is open at ${url}`), 120)
}, 130_000)
afterAll(() => {
  dev.kill('SIGKILL')
  for (const folder of [copy, dataDir]) rmSync(folder, { recursive: true, force: true })
})

function printed(text: string): boolean {
  if (dev.exitCode !== null) throw new Error(`npm run dev ended:\n${said}`)
  return said.includes(text)
}

const textOf = async (path: string) => (await fetch(`${url}${path}`)).text()

function save(path: string, change: (text: string) => string): void {
  const file = join(copy, path)
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

/** Saves a change and answers how long it took until it was served. */
async function served(path: string, change: (text: string) => string, isServed: () => Promise<boolean>) {
  const since = performance.now()
  save(path, change)
  await until(`${path} as it was changed`, isServed, 60)
  return `${((performance.now() - since) / 1000).toFixed(1)} s`
}

it('one address serves the page with its settings and tokens, the source files, the calls and the demo', async () => {
  const page = await fetch(url)
  expect(page.headers.get('content-security-policy')).toBeNull()
  expect(page.headers.getSetCookie().join()).toContain('XSRF-TOKEN')
  const html = await page.text()
  expect(html).toContain('id="page-settings"')
  expect(html).toContain('/@vite/client')
  expect(html).toContain('<meta name="api-token" content="dev')
  expect(await textOf('/src/app/web/main.tsx')).toContain('react-dom')
  expect(await textOf('/dev/demo')).toContain('tickets')
})

it('a changed server file is served; a syntax error is reported, and the next save recovers', async () => {
  const code = await demoTicket()
  const took = await served(
    health,
    (text) => text.replace("status: 'ok'", "status: 'changed'"),
    async () => (await textOf('/healthz')).includes('changed'),
  )
  process.stdout.write(`a changed server file was served after ${took}\n`)
  // The database is unchanged.
  expect(await demoTicket()).toBe(code)

  const spoilt = `${readFileSync(join(copy, health), 'utf8')}\nexport const = 3\n`
  await served(
    health,
    () => spoilt,
    async () => (await textOf('/healthz')).includes('ERR_INVALID_TYPESCRIPT_SYNTAX'),
  )
  const refused = await fetch(url)
  expect(refused.status).toBe(503)
  expect(await refused.text()).toContain(health)
  await served(
    health,
    (text) => text.replace(/\nexport const = 3\n/, ''),
    async () => (await textOf('/healthz')).includes('changed'),
  )
})

it('a changed web file is served without a restart of the server', async () => {
  const starts = said.split('served after').length
  await served(
    welcome,
    (text) => `${text}\nexport const changed = 'here'\n`,
    async () => (await textOf(`/${welcome}`)).includes('here'),
  )
  expect(said.split('served after').length).toBe(starts)
})

it('Ctrl-C ends the portal and the simulators', async () => {
  const children = execFileSync('pgrep', ['-P', String(dev.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
  expect(children).toHaveLength(3)
  const ended = once(dev, 'exit')
  dev.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  await expect(fetch(url)).rejects.toThrow('fetch failed')
  for (const pid of children) expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH')
})

async function demoTicket(): Promise<string> {
  return /\d{13}/.exec(await textOf('/dev/demo'))?.[0] ?? 'none'
}
