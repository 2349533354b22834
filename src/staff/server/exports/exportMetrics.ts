import { Counter, Gauge } from 'prom-client'
import { ownMetrics } from '#kit/server/http/metrics.ts'

export const exportedRows = new Counter({
  name: 'guiche_export_rows_total',
  help: 'Rows written to exported files',
  labelNames: ['list', 'format'],
  registers: [ownMetrics],
})

export const runningExports = new Gauge({
  name: 'guiche_exports_running',
  help: 'Exports that run on this instance',
  registers: [ownMetrics],
})
