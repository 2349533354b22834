// npm run garage: simulated cars at a running portal (docs/equipment.md#simulated-garage).
import { requireNode } from './requireNode.ts'

requireNode()
const { runGarage } = await import('./garage/runGarage.ts')

const { env } = process
const number = (name: string, fallback: number) => {
  const value = Number(env[name] ?? fallback)
  if (Number.isFinite(value) && value > 0) return value
  throw new Error(`${name} is not a number above 0`)
}
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())

try {
  const counts = await runGarage({
    url: env['GARAGE_URL'] ?? 'http://127.0.0.1:3000',
    deviceKey: env['GARAGE_DEVICE_KEY'] || null,
    // A minute of the garage lasts a second.
    speed: number('GARAGE_SPEED', 60),
    carsPerHour: number('GARAGE_CARS_PER_HOUR', 60),
    forMs: env['GARAGE_SECONDS'] === undefined ? null : number('GARAGE_SECONDS', 60) * 1000,
    stop: stop.signal,
    say: (line) => process.stdout.write(`${line}\n`),
  })
  process.stdout.write(`${JSON.stringify(counts)}\n`)
  process.exit(counts.failed > 0 ? 1 : 0)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
