import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import { freePort } from '../../tools/dev/freePort.ts'
import { until } from '#test/support/process.ts'
import type { Engine } from './engine.ts'
import { freshHome } from './home.ts'
import { findProgram, findWindowMaker } from './programs.ts'

const window = fileURLToPath(new URL('window.py', import.meta.url))
const session = z.object({ sessionId: z.string() })
const refusal = z.object({ error: z.string(), message: z.string() })
const answer = z.object({ value: z.unknown() })

/** WebKit, by WebKitWebDriver, in a small window of its own on a virtual screen. */
export async function startWebKit(): Promise<Engine> {
  findWindowMaker()
  const screen = await startScreen()
  const port = await freePort()
  const driver = spawn(findProgram('WebKitWebDriver'), [`--port=${port}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      HOME: freshHome(),
      DISPLAY: screen.display,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
  })
  let said = ''
  for (const stream of [driver.stdout, driver.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const base = `http://127.0.0.1:${port}`
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const reply = await fetch(`${base}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = z.parse(answer, await reply.json())
    if (reply.ok) return value
    const { error, message } = z.parse(refusal, value)
    throw new Error(`WebKitWebDriver ${path.replace(/.*session\/[^/]*/, '')}: ${error}. ${message}\n${said}`)
  }
  await until(
    'WebKitWebDriver ready',
    async () => (await fetch(`${base}/status`).catch(() => null))?.ok === true,
  )
  // A navigation aborts the evaluation: it is repeated.
  const options = {
    'webkitgtk:browserOptions': { binary: window, args: [] },
    timeouts: { script: 10_000, pageLoad: 30_000 },
  }
  const opened = await call('POST', '/session', { capabilities: { alwaysMatch: options } })
  const here = `/session/${z.parse(session, opened).sessionId}`
  const post = (path: string, body: object) => call('POST', `${here}${path}`, body)
  const act = (...actions: object[]) => post('/actions', { actions })
  const end = () => [driver, screen.child].forEach((child) => child.kill('SIGKILL'))
  process.once('exit', end)
  let taps = 0
  return {
    name: 'WebKitGTK',
    open: async (url) => void (await post('/url', { url })),
    ask: (expression) =>
      post('/execute/async', {
        // Neither may throw past the driver, which would then wait for its timeout.
        script: `const done = arguments[0]
          Promise.resolve().then(() => (${expression})).then(done, (error) => done({ failed: String(error) }))`,
        args: [],
      }),
    load: async (script) => void (await post('/execute/sync', { script, args: [] })),
    async tap({ x, y }) {
      // Quick taps at one point, with a scroll between, would be a double click: each is 8 pixels apart.
      const besides = (taps++ % 2) * 8
      const press = [
        { type: 'pointerMove', duration: 0, x: Math.round(x) + besides, y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await act({ type: 'pointer', id: 'finger', parameters: { pointerType: 'mouse' }, actions: press })
    },
    async type(text) {
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await act({ type: 'key', id: 'keys', actions: keys })
    },
    resize: async (size) => void (await post('/window/rect', size)),
    addCookie: async (name, value) => void (await post('/cookie', { cookie: { name, value, path: '/' } })),
    complaints() {
      const lines = said.split('\n').filter((line) => line.startsWith('CONSOLE') && /ERROR/.test(line))
      said = ''
      return lines
    },
    async close() {
      process.off('exit', end)
      await call('DELETE', here).catch(() => undefined)
      for (const child of [driver, screen.child]) {
        const ended = once(child, 'exit')
        if (child.kill()) await ended
      }
    },
  }
}

async function startScreen() {
  const args = ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp']
  const child = spawn(findProgram('Xvfb'), args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [number] = await Promise.race([
    once(child.stdout.setEncoding('utf8'), 'data'),
    once(child, 'exit').then(() => {
      throw new Error('Xvfb ended by itself')
    }),
  ])
  return { child, display: `:${String(number).trim()}` }
}
