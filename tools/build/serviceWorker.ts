import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { customersFiles, type Manifest } from './template.ts'

/**
 * Writes `sw.js`: shell and hashed assets from the cache first, calls untouched. Caches all customer screens,
 * and the page twice, once per policy (docs/spec.md#the-page), so that a payment can be viewed offline; one
 * file after the other, to leave bandwidth to a payer. A newer release's page replaces a cached one only
 * through that release's worker. Pages of receipts come from the network; without it '/r/' verifies them.
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

/** A page of a receipt, from the network, else the kept one that verifies by itself. */
const receiptPages = `async function receipt(request) {
  const cache = await openCache()
  try {
    const answer = await fetch(request)
    cache?.add('/r/').catch(() => undefined)
    return answer
  } catch (failure) {
    const kept = await cache?.match('/r/').catch(() => undefined)
    if (!kept) throw failure
    return kept
  }
}
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
  const drop = (names) => Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
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
${receiptPages}addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== location.origin) return
  if (event.request.mode === 'navigate' && url.pathname === '/') event.respondWith(fromCache(event.request, url.searchParams.has('card') ? '/?card' : '/', true))
  else if (event.request.mode === 'navigate' && url.pathname.startsWith('/r/')) event.respondWith(receipt(event.request))
  else if (url.pathname === '/receipt.js' || url.pathname.startsWith('/assets/')) event.respondWith(fromCache(event.request, url.pathname, false))
})
`
}
