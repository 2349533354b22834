import * as z from 'zod/mini'
import { data, edited, endpoint, page } from '#kit/endpoint.ts'
import { listQuery, rowId } from '#kit/fields.ts'
import { queryFilter } from '#staff/fields.ts'

/** Days are 'YYYY-MM-DD'. */
const statement = z.object({
  id: z.number(),
  name: z.string(),
  from_day: z.string(),
  to_day: z.string(),
  lines: z.number(),
  uploaded_by: z.nullable(z.string()),
  created_at: z.string(),
})

/** A line of which both sides are known; the other status is of lines that are not understood. */
export const comparedStatuses = ['only_ledger', 'only_statement', 'amount', 'match'] as const
export const matchStatus = z.enum([...comparedStatuses, 'not_understood'])
export type MatchStatus = z.output<typeof matchStatus>

/** Differences first, as the list has them. */
export const matchStatusTexts: Readonly<Record<MatchStatus, string>> = {
  only_ledger: 'Só no Guichê',
  only_statement: 'Só no extrato',
  amount: 'Valores diferentes',
  not_understood: 'Não entendida',
  match: 'Confere',
}

export const movementTexts = { capture: 'Venda', refund: 'Devolução', other_out: 'Outra saída' } as const

/** Reais; null where the movement is missing. A line that is not understood has a note alone. */
const comparedRow = z.object({
  key: z.string(),
  standing: matchStatus,
  kind: z.nullable(z.enum(['capture', 'refund'])),
  day: z.nullable(z.string()),
  in_statement: z.nullable(z.number()),
  in_ledger: z.nullable(z.number()),
  token: z.nullable(z.string()),
  ticket_code: z.nullable(z.string()),
  note: z.nullable(z.string()),
  fee: z.nullable(z.number()),
  payout_day: z.nullable(z.string()),
})
export type WireComparedRow = z.output<typeof comparedRow>

const params = z.object({ id: rowId })

export const listStatements = endpoint('GET', '/api/staff/statements', 'manager', {
  allLots: true,
  levelText: ['Conciliação', 'Ver os extratos'],
  summary: 'The uploaded statements, newest first.',
  query: listQuery,
  reply: page(statement),
})

export const maxStatementBytes = 5 * 1024 * 1024

/** CSV, XLSX or OFX, 5 MB at most. The same file again answers the stored statement. */
export const uploadStatement = endpoint('POST', '/api/staff/statements', 'manager', {
  allLots: true,
  levelText: ['Conciliação', 'Enviar um extrato'],
  summary:
    'Uploads a statement (the file of the acquirer or bank, as CSV, XLSX or OFX) to compare with the ledger.',
  status: 201,
  reply: edited(statement),
})

const countAndAmount = z.object({ count: z.number(), amount: z.number() })

const statementRows = z.object({
  read: z.number(),
  stored: z.number(),
  not_understood: z.number(),
})
export type StatementRows = z.output<typeof statementRows>

const statementKinds = z.object({
  capture: countAndAmount,
  refund: countAndAmount,
  other_out: countAndAmount,
})
export type StatementKinds = z.output<typeof statementKinds>

export const readStatement = endpoint('GET', '/api/staff/statements/:id/edit', 'manager', {
  allLots: true,
  levelText: ['Conciliação', 'Abrir um extrato'],
  summary: 'A statement and the totals of its comparison with the ledger.',
  params,
  reply: edited(
    z.extend(statement, {
      totals: z.object({
        only_ledger: countAndAmount,
        only_statement: countAndAmount,
        amount: countAndAmount,
        match: countAndAmount,
      }),
      rows: statementRows,
      kinds: statementKinds,
    }),
  ),
})

export const compareStatement = endpoint('GET', '/api/staff/statements/:id/lines', 'manager', {
  allLots: true,
  levelText: ['Conciliação', 'Comparar linha a linha'],
  summary: 'A statement against the ledger, differences first, paged.',
  params,
  query: z.extend(listQuery, { standing: queryFilter(matchStatus) }),
  reply: page(comparedRow),
})

export const removeStatement = endpoint('DELETE', '/api/staff/statements/:id', 'manager', {
  allLots: true,
  levelText: ['Conciliação', 'Remover um extrato'],
  summary: 'Removes an uploaded statement; the ledger is not touched.',
  params,
  reply: data(z.object({ deleted: z.boolean() })),
})
