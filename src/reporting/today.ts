import * as z from 'zod/mini'
import { data, endpoint } from '#kit/endpoint.ts'
import { methodNames, methods } from '#payment/method/method.ts'
import { listFilters } from '#staff/fields.ts'
import { machineMethodNames, machineMethods } from './machineMethods.ts'
import { tillMethodNames, tillMethods } from './tillMethods.ts'

/** The list that shows the counted rows, and its query; null if no list shows them. */
const figureList = z.nullable(
  z.object({
    name: z.enum([
      'tickets',
      'transactions',
      'disputes',
      'alerts',
      'contests',
      'tills',
      'lots',
      'closing_preview',
    ]),
    query: z.record(z.string(), z.string()),
  }),
)
export type FigureList = NonNullable<z.output<typeof figureList>>

const figure = z.object({ value: z.number(), list: figureList })
export type Figure = z.output<typeof figure>

/** Reais of today and of the same weekday before up to the same minute; `change` in per cent. */
const revenue = z.object({
  value: z.number(),
  before: z.number(),
  change: z.nullable(z.number()),
  list: figureList,
})
export type Revenue = z.output<typeof revenue>

export const todayMethods = [...methodNames, ...machineMethodNames, ...tillMethodNames] as const
export type TodayMethod = (typeof todayMethods)[number]
export const todayMethodTexts: Readonly<Record<TodayMethod, { text: string }>> = {
  ...methods,
  ...machineMethods,
  ...tillMethods,
}

const lotToday = z.object({
  id: z.number(),
  name: z.string(),
  time_zone: z.string(),
  /** 'YYYY-MM-DD'. */
  day: z.string(),
  /** Tickets that neither left nor are blocked. */
  inside: figure,
  free: figure,
  spaces: z.number(),
  entered: figure,
  /** Captures less refunds. */
  portal: revenue,
  machine: revenue,
  till: revenue,
  total: revenue,
  /** Captures and refused attempts of the portal. */
  payments: z.number(),
  refusals: z.number(),
  /** Names of the devices that an open alert calls silent. */
  silent: z.array(z.string()),
  /** Reais by hour of the lot's day, up to now. */
  hours: z.array(z.object({ hour: z.number(), portal: z.number(), machine: z.number(), till: z.number() })),
  methods: z.array(
    z.object({ method: z.enum(todayMethods), text: z.string(), value: z.number(), list: figureList }),
  ),
})
export type LotToday = z.output<typeof lotToday>

const waiting = z.object({
  unknown: figure,
  review: figure,
  disputes: figure,
  alerts: figure,
  contests: figure,
  /** Closed tills that differ without a reason. */
  tills: figure,
  notes: figure,
})
export type Waiting = z.output<typeof waiting>

export const readToday = endpoint('GET', '/api/staff/today', 'supervisor', {
  levelText: ['Painel', 'Ver o dia de hoje'],
  summary:
    'Each lot now: cars, free spaces, silent devices, what was taken today by hour and method beside the same weekday before, payments and refusals, and what waits.',
  query: z.object({ lot_id: listFilters.lot_id }),
  reply: data(z.object({ lots: z.array(lotToday), waiting, server_now: z.string() })),
})

/** Totals of the lists 'Em análise', of the open disputes, alerts and contests, and of tills without a reason. */
export const readWaiting = endpoint('GET', '/api/staff/waiting', 'supervisor', {
  levelText: ['Painel', 'Ver quanto espera por uma decisão'],
  summary: 'How many payments in review, disputes, alerts, contests and tills wait for staff.',
  query: z.object({ lot_id: listFilters.lot_id }),
  reply: data(
    z.object({
      review: z.number(),
      disputes: z.number(),
      alerts: z.number(),
      contests: z.number(),
      tills: z.number(),
    }),
  ),
})
