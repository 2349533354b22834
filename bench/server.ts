// npm run bench:server [-- seconds]: what the portal's own calls cost beside the cheapest one, in one run.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { PortalClient } from '../test/support/client.ts'
import { startProcess } from '../test/support/process.ts'

const seconds = Number(process.argv[2] ?? 5)
/** Calls under way at once. The client shares the machine with the server, so ratios are worth more than rates. */
const lanes = 16

const demo = z.object({ tickets: z.array(z.object({ code: z.string() })), device_key: z.string() })
type Call = () => Promise<Response>

const dataDir = mkdtempSync(join(tmpdir(), 'guiche-bench-'))
const databaseUrl = process.env['DATABASE_URL']
const portal = await startProcess({
  DATA_DIR: dataDir,
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
})
try {
  const calls = await callsOf(portal.url)
  const rows: { name: string; rate: number; p50: number; p99: number }[] = []
  for (const [name, call] of Object.entries(calls)) {
    await load(call, 1)
    rows.push({ name, ...(await load(call, seconds)) })
  }
  const base = rows[0]?.rate ?? NaN
  process.stdout.write(`${databaseUrl ? 'PostgreSQL' : 'embedded database'}, ${lanes} calls at once\n`)
  for (const { name, rate, p50, p99 } of rows) {
    process.stdout.write(
      `${name.padEnd(34)} ${rate.toFixed(0).padStart(6)} /s   ${(rate / base).toFixed(3)} of healthz   ` +
        `p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms\n`,
    )
  }
} finally {
  await portal.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function callsOf(url: string): Promise<Record<string, Call>> {
  const seeded = z.parse(demo, await (await fetch(`${url}/dev/demo`)).json())
  const code = seeded.tickets[0]?.code ?? ''
  const client = new PortalClient(url)
  await client.post('/api/tk_ticket/read', { code })
  const headers = {
    'content-type': 'application/json',
    'x-requested-with': 'XMLHttpRequest',
    'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '',
    cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  }
  const entry = { lot_id: 1, gate: 'E1' }
  const device = { 'content-type': 'application/json', authorization: `Bearer ${seeded.device_key}` }
  return {
    'GET /healthz': () => fetch(`${url}/healthz`),
    'GET /api/session/web': () => fetch(`${url}/api/session/web`, { headers }),
    'GET /api/gl_city?q=sao': () => fetch(`${url}/api/gl_city?q=sao`, { headers }),
    'POST /api/tk_ticket/read': () =>
      fetch(`${url}/api/tk_ticket/read`, { method: 'POST', headers, body: JSON.stringify({ code }) }),
    'POST /equipment/v1/entries': () =>
      fetch(`${url}/equipment/v1/entries`, {
        method: 'POST',
        headers: { ...device, 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify(entry),
      }),
  }
}

/** Keeps `lanes` calls under way for so long; throws at the first that is not a success. */
async function load(call: Call, forSeconds: number): Promise<{ rate: number; p50: number; p99: number }> {
  const times: number[] = []
  const started = performance.now()
  const end = started + forSeconds * 1000
  const lane = async () => {
    for (let now = performance.now(); now < end; now = performance.now()) {
      const answer = await call()
      if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`)
      await answer.arrayBuffer()
      times.push(performance.now() - now)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? NaN
  return { rate: times.length / ((performance.now() - started) / 1000), p50: at(0.5), p99: at(0.99) }
}
