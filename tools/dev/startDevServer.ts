import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer as createVite } from 'vite'
import type { Config } from '../../src/app/server/environment/environment.ts'
import { readConfig } from '../../src/app/server/config.ts'
import { type Simulator, spawnPixSimulator, spawnSimulator } from '../../src/app/server/simulator.ts'
import { answerRequest, type DevServer } from './answerRequest.ts'
import { freePort } from './freePort.ts'
import { startPortalProcess } from './portalProcess.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The development server: one address for the portal (restarted on changes), the web through Vite, and the
 * simulators in processes of their own.
 */
export async function startDevServer(env: NodeJS.ProcessEnv): Promise<{ close(): Promise<void> }> {
  const config = readConfig(env)
  const opened = Promise.withResolvers<DevServer>()
  const front = createServer((request, response) => {
    opened.promise
      .then((server) => answerRequest(server, request, response))
      .catch(() => void response.destroy())
  })
  await listen(front, config)
  const vite = await openVite(front)
  const simulator = await openSimulator(config)
  const bank = await openPixSimulator(config)
  const port = await freePort()
  const portal = startPortalProcess({
    ...env,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: config.publicUrl,
    LOG_LEVEL: env['LOG_LEVEL'] ?? 'warn',
    NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
    ...(simulator ? { ACQUIRER_URL: simulator.url } : {}),
    ...(bank ? { PIX_URL: bank.url } : {}),
  })
  vite.watcher.on('all', (_event, file) => {
    const path = relative(root, file)
    const changed = restartedBy(path)
    if (changed === 'nothing') return
    portal.restart(path, async () => {
      if (changed === 'simulator') await Promise.all([simulator?.renew(), bank?.renew()])
    })
  })
  opened.resolve({ vite, portal, port })
  const close = async () => {
    front.close()
    front.closeAllConnections()
    await Promise.all([vite.close(), portal.close()])
    await Promise.all([simulator?.close(), bank?.close()])
  }
  return { close }
}

/** Listens first, so that nothing starts when the address is in use. */
async function listen(front: Server, { port, host }: Config): Promise<void> {
  front.listen(port, host)
  await once(front, 'listening').catch((error: unknown) => {
    throw new Error(`${String(error)}\nStop what uses this port, or choose another: PORT=3001 npm run dev`)
  })
}

function openVite(front: Server) {
  return createVite({
    root,
    cacheDir: '.cache/vite',
    appType: 'custom',
    optimizeDeps: { entries: ['index.html'] },
    server: {
      middlewareMode: { server: front },
      ws: { server: front },
      watch: { ignored: ['**/var/**', '**/dist/**', '**/.cache/**'] },
    },
  })
}

/** Keeps its port across restarts; null for another acquirer. */
async function openSimulator(config: Config) {
  if (config.acquirer !== 'simulator' || config.acquirerUrl !== null) return null
  const port = config.simulator.port || (await freePort())
  const notifyUrl = `http://${config.host}:${config.port}/webhooks/acquirer`
  return restartable(() => spawnSimulator({ ...config.simulator, port, notifyUrl }))
}

async function openPixSimulator({ pix }: Config) {
  if (pix.provider !== 'simulator' || pix.url !== null) return null
  const port = pix.simulator.port || (await freePort())
  return restartable(() => spawnPixSimulator({ ...pix.simulator, port }))
}

async function restartable(open: () => Promise<Simulator>) {
  let current = await open()
  return {
    url: current.url,
    renew: async () => {
      await current.close()
      current = await open()
    },
    close: () => current.close(),
  }
}

/** Which process a changed file restarts; Vite reloads the web itself. */
function restartedBy(path: string): 'portal' | 'simulator' | 'nothing' {
  if (/\.test\.tsx?$/.test(path) || /^src\/\w+(\/\w+)?\/web\//.test(path)) return 'nothing'
  if (path.startsWith('simulators/')) return 'simulator'
  return /^(src\/.*\.ts|db\/.*\.(ts|sql|csv))$/.test(path) ? 'portal' : 'nothing'
}
