import { Agent, type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import type { ViteDevServer } from 'vite'
import type { PortalProcess } from './portalProcess.ts'

/** Vite serves sources, and the portal everything else. */
export type DevServer = { vite: ViteDevServer; portal: PortalProcess; port: number }

/** Removes the service worker of npm start at the same address, which would hide changes. */
const unregisteringWorker = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.registration.unregister()
  .then(() => self.clients.matchAll()).then((pages) => pages.forEach((page) => page.navigate(page.url)))))
`

const agent = new Agent()

/** Waits for the portal while it starts. */
export async function answerRequest(
  { vite, portal, port }: DevServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '/').replace(/\?.*/, '')
  if (/^\/(@|src\/|tools\/gallery\/|node_modules\/|\.cache\/)/.test(path)) {
    vite.middlewares(request, response, () => response.writeHead(404).end())
    return
  }
  if (path === '/sw.js') {
    response
      .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' })
      .end(unregisteringWorker)
    return
  }
  const startFailure = await portal.started()
  if (startFailure !== null)
    return refuse(response, `The server did not start; save a file to try again.\n\n${startFailure}`)
  const isPage = path === '/' && request.method === 'GET'
  const headers = { ...request.headers, ...(isPage ? { 'accept-encoding': 'identity' } : {}) }
  const passed = ask({ agent, port, host: '127.0.0.1', method: request.method, path: request.url, headers })
  passed.once('error', (error) => {
    if (response.headersSent) response.destroy()
    else refuse(response, `The server ended while it answered: ${error.message}`)
  })
  passed.once('response', (reply) => {
    if (isPage && reply.statusCode === 200) void drawPage(vite, reply, response)
    else reply.pipe(response.writeHead(reply.statusCode ?? 502, reply.headers))
  })
  request.pipe(passed)
}

/** The portal's page with Vite's scripts, without its content security policy. */
async function drawPage(
  vite: ViteDevServer,
  reply: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const parts: string[] = []
    reply.setEncoding('utf8')
    for await (const part of reply) parts.push(String(part))
    const html = await vite.transformIndexHtml('/', parts.join(''))
    const { 'content-security-policy': _policy, 'content-length': _length, ...headers } = reply.headers
    response.writeHead(200, headers).end(html)
  } catch (error) {
    refuse(response, String(error))
  }
}

function refuse(response: ServerResponse, text: string): void {
  response
    .writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end(text)
}
