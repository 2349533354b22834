import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import pg from 'pg'
import { sessionSettings } from '#kit/server/db/sessionSettings.ts'

/** A call to a portal of this process and what it asked of the database, in order. */
type RecordedCall = { readonly name: string; readonly statements: string[] }

/** Every different text that went to a database since the worker started. */
export const statementTexts = new Set<string>()

/** What ran for no call: jobs, and the tests' own statements. */
const others: RecordedCall = { name: 'no call', statements: [] }
const current = new AsyncLocalStorage<RecordedCall>()
let calls: RecordedCall[] = []

/** Looking for work, which the runner does every second whatever happens. */
const idle = /^\s*with done as \(update job /

/**
 * Everything that goes to a database passes one method of its driver, of either kind of database; here it is listened
 * to. Whose statement it is goes along with Node's own context of each HTTP request.
 */
function listen(): void {
  const query = pg.Client.prototype.query
  const apply = (target: typeof query, self: pg.Client, sent: unknown[]): unknown => {
    const text = textOf(sent[0])
    if (text !== null) hear(text)
    return Reflect.apply(target, self, sent)
  }
  Reflect.set(pg.Client.prototype, 'query', new Proxy(query, { apply }))
  subscribe('http.server.request.start', (message) => {
    const call = { name: nameOf(message), statements: [] }
    calls.push(call)
    current.enterWith(call)
  })
}

function hear(text: string): void {
  statementTexts.add(text)
  // The embedded database rolls back whatever a lease left open, which is nothing. What a new session is told is nobody's.
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

/** Runs `work` alone; the calls that it made, the statements of all of them, and what ran for none. */
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
