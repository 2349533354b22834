// npm run simulator: the Cielo simulator alone. CIELO_SIM_PORT, CIELO_SIM_DATA, CIELO_SIM_NOTIFY_URL.
import { startSimulator } from '../src/acquirer/simulator/simulator.ts'
import { requireNode } from './requireNode.ts'

requireNode()
const simulator = await startSimulator({
  port: Number(process.env['CIELO_SIM_PORT'] ?? 0),
  dataFile: process.env['CIELO_SIM_DATA'] ?? null,
  notifyUrl: process.env['CIELO_SIM_NOTIFY_URL'] ?? null,
})
process.stdout.write(`${JSON.stringify({ url: simulator.url })}\n`)
process.send?.({ url: simulator.url })

const stop = () => {
  void simulator.close().then(() => process.exit(0))
}
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.once(signal, stop)
