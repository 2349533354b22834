import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import pg from 'pg'
import { sessionSettings } from '#kit/server/db/sessionSettings.ts'

/** A call to a portal of this process and its statements, in order. */
type RecordedCall = { readonly name: string; readonly statements: string[] }

/** Every different statement since the worker started. */
export const statementTexts = new Set<string>()

/** Statements outside calls: of jobs, and of the tests themselves. */
const others: RecordedCall = { name: 'no call', statements: [] }
const current = new AsyncLocalStorage<RecordedCall>()
let calls: RecordedCall[] = []

/** The job runner's poll, once a second. */
const idle = /^\s*with done as \(update job /

/**
 * Records the statements of both kinds of database at the one method of their drivers that executes all. Node's async
 * context of each HTTP request shows which call a statement belongs to.
 */
function listen(): void {
  const query = pg.Client.prototype.query
  const apply = (target: typeof query, self: pg.Client, sent: unknown[]): unknown => {
    const text = textOf(sent[0])
    if (text !== null) record(text)
    return Reflect.apply(target, self, sent)
  }
  Reflect.set(pg.Client.prototype, 'query', new Proxy(query, { apply }))
  subscribe('http.server.request.start', (message) => {
    const call = { name: nameOf(message), statements: [] }
    calls.push(call)
    current.enterWith(call)
  })
}

function record(text: string): void {
  statementTexts.add(text)
  // Rollbacks of the embedded database between leases, and settings of new sessions, belong to no call.
  if (text === 'rollback' || idle.test(text) || text === sessionSettings) return
  const { statements } = current.getStore() ?? others
  statements.push(text)
}

function textOf(sent: unknown): string | null {
  if (typeof sent === 'string') return sent
  const text: unknown = typeof sent === 'object' && sent !== null ? Reflect.get(sent, 'text') : null
  return typeof text === 'string' ? text : null
}

function nameOf(message: unknown): string {
  const request: unknown = typeof message === 'object' && message ? Reflect.get(message, 'request') : null
  const part = (key: string) =>
    String(typeof request === 'object' && request ? Reflect.get(request, key) : '')
  return `${part('method')} ${part('url')}`
}

/** Runs `work` alone; answers its calls, all their statements, and those outside calls. */
export async function recordStatements(
  work: () => Promise<unknown>,
): Promise<{ calls: RecordedCall[]; statements: string[]; others: string[] }> {
  calls = []
  others.statements.length = 0
  await work()
  const made = calls
  return {
    calls: made,
    statements: made.flatMap(({ statements }) => statements),
    others: [...others.statements],
  }
}

listen()
