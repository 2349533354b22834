import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { customersFiles, type Manifest } from './template.ts'

/**
 * Writes `sw.js`: shell and hashed assets from the cache first, calls untouched. Caches all customer screens,
 * and the page twice, once per policy (docs/spec.md#the-page), so that a payment can be viewed offline; one
 * file after the other, to leave bandwidth to a payer. A newer release's page replaces a cached one only
 * through that release's worker. Pages of receipts come from the network; without it, or after 3 s, '/r/' verifies them.
 */
export function writeServiceWorker(web: string, manifest: Manifest, page: string): void {
  const files = ['/', '/?card', ...customersFiles(manifest), '/r/', '/receipt.js']
  const receipt = readFileSync(join(web, 'receipt.js'))
  const version = createHash('sha256')
    .update(page)
    .update(receipt)
    .update(files.join())
    .digest('hex')
    .slice(0, 12)
  writeFileSync(join(web, 'sw.js'), workerScript(version, files))
}

/**
 * A page of a receipt, from the network, else, after 3 s too, the kept one that verifies by itself. What the portal
 * says of a receipt is kept for 90 days under the hash of its text.
 */
const receiptPages = `async function receipt(request) {
  const cache = await openCache()
  const answered = fetchReceipt(request, cache)
  const late = new Promise((resolve) => setTimeout(resolve, 3000))
  const answer = await Promise.race([answered, late]).catch(() => undefined)
  return answer || (await cache?.match('/r/').catch(() => undefined)) || answered
}
// Read whole, because a silent line may send headers alone.
async function fetchReceipt(request, cache) {
  const answer = await fetch(request)
  if (answer.type === 'opaqueredirect') return answer
  const whole = new Response(await answer.blob(), { status: answer.status, headers: answer.headers })
  cache?.add('/r/').catch(() => undefined)
  keepAnswer(answer.headers.get('guiche-receipt')).catch(() => undefined)
  return whole
}
async function keepAnswer(said) {
  if (!said) return
  const { key, ...answer } = JSON.parse(said)
  const kept = await caches.open('guiche-receipts')
  for (const old of await kept.keys()) {
    const { at } = await (await kept.match(old)).json()
    if (answer.at - at > 90 * 86400000) await kept.delete(old)
  }
  await kept.put('/r/kept/' + key, new Response(JSON.stringify(answer)))
}
`

/**
 * A reminder names the payment by its protocol; the address that a click opens leads on where this browser paid.
 * Minutes that cannot be are those of a clock that is wrong.
 */
const reminders = `addEventListener('push', (event) => {
  const { t, until, p } = event.data.json()
  const [usual, action] = t === 'arrive' ? [60, 'chegar'] : [5, 'sair']
  const left = Math.ceil((Date.parse(until) - Date.now()) / 60000)
  const minutes = left > 0 && left < usual ? left : usual
  const lead = minutes === 60 ? 'Falta 1 hora' : minutes === 1 ? 'Falta 1 minuto' : \`Faltam \${minutes} minutos\`
  const title = \`\${lead} para \${action} (até \${until.slice(11, 16)}).\`
  event.waitUntil(registration.showNotification(title, { tag: p, data: p, icon: '/icons/icon-192.png', lang: 'pt-BR' }))
})
addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(clients.openWindow('/payment/reminded/' + event.notification.data))
})
`

/** The worker's script, for a test as well. */
export function workerScript(version: string, files: readonly string[]): string {
  return `const cacheName = 'guiche-${version}'
const files = ${JSON.stringify(files)}
addEventListener('install', (event) => {
  skipWaiting()
  event.waitUntil(caches.open(cacheName).then(keep))
})
async function keep(cache) {
  for (const file of files) await cache.add(file)
}
addEventListener('activate', (event) => {
  const drop = (names) => Promise.all(names.filter((name) => name !== cacheName && name !== 'guiche-receipts').map((name) => caches.delete(name)))
  event.waitUntil(caches.keys().then(drop).catch(() => undefined).then(() => clients.claim()))
})
async function put(cache, key, answer, kept) {
  if (kept) {
    const named = (await answer.clone().text()).match(/\\/assets\\/[\\w.-]+\\.(js|css)/g) || []
    const found = await Promise.all(named.map((file) => cache.match(file)))
    if (found.includes(undefined)) return
  }
  await cache.put(key, answer)
}
// Storage may be full, broken or forbidden: then the network answers alone.
const openCache = async () => {
  try {
    return await caches.open(cacheName)
  } catch {}
}
async function fromCache(request, key, refresh) {
  const cache = await openCache()
  const kept = await cache?.match(key).catch(() => undefined)
  const fetched = () => fetch(request).then((answer) => {
    if (cache && answer.ok && answer.type === 'basic') put(cache, key, answer.clone(), kept).catch(() => undefined)
    return answer
  })
  if (!kept) return fetched()
  if (refresh) fetched().catch(() => undefined)
  return kept
}
${receiptPages}${reminders}addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== location.origin) return
  if (event.request.mode === 'navigate' && url.pathname === '/') event.respondWith(fromCache(event.request, url.searchParams.has('card') ? '/?card' : '/', true))
  else if (event.request.mode === 'navigate' && url.pathname.startsWith('/r/')) event.respondWith(receipt(event.request))
  else if (url.pathname.startsWith('/payment/reminded/')) event.respondWith(fetch(event.request).catch(() => Response.redirect('/')))
  else if (url.pathname === '/receipt.js' || url.pathname.startsWith('/assets/')) event.respondWith(fromCache(event.request, url.pathname, false))
})
`
}
