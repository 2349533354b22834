import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import { farewellOfOpen, isLastOfOpen, nextOfOpen } from '../lease.ts'
import { isAborted } from '../lost.ts'

type Values = readonly unknown[] | undefined

type Ahead = { text: string; values: readonly unknown[]; answer: Promise<pg.QueryResult> }

/** One statement, on a line that takes the next before it has answered. */
type Send = (text: string, values: Values) => Promise<pg.QueryResult>

/**
 * A line on which begin goes along with the transaction's first statement, commit with the write that it ends by, and the
 * other statements of `inOneWay.ts` with the first: each way there and back costs both processes more than most statements do.
 * The database does them one after the other, as if they had been sent so: what follows a statement that it refused is
 * refused, and commit rolls back then. Whoever meets that is told what the first one was refused for: it may have been sent
 * ahead, and nobody have asked for its answer.
 *
 * Begin itself may be refused (somebody cancels what the session does): what was sent with it is then done by itself. So
 * nothing that changes anything goes with it, but what is all of its transaction.
 */
export function sendingAlong(stream: { cork(): void; uncork(): void }, send: Send): Send {
  /** Begin was asked for, and has not been sent. */
  let isHeld = false
  /** Commit was sent with the statement before it. */
  let ended: Promise<pg.QueryResult> | null = null
  /** What was sent after commit. */
  let read: Promise<unknown> | null = null
  /** The answers to statements that were sent with one before them, in the order in which they will be asked. */
  let ahead: Ahead[] = []
  const refused = notingRefusals(send)

  const sendWith = async (text: string, values: Values) => {
    const isFirst = isHeld
    isHeld = false
    const next = nextOfOpen(values)
    const isAlone = isFirst && !isLastOfOpen() && [text, ...next.map((one) => one.text)].some(mayChange)
    if (isAlone) await send('begin', undefined)
    stream.cork()
    const begun = isFirst && !isAlone ? send('begin', undefined) : null
    const asked = refused.send(text, values)
    ahead = next.map((one) => ({ ...one, answer: refused.send(one.text, one.values) }))
    ended = isLastOfOpen() ? send('commit', undefined) : null
    const farewell = ended && farewellOfOpen()
    if (farewell) farewell.answer = send(farewell.asked.sql, farewell.asked.parameters)
    read = farewell?.answer ?? null
    stream.uncork()
    // What fails is told below, once; what follows it fails too.
    for (const one of [begun, asked, ...ahead.map(({ answer }) => answer), ended, read]) one?.catch(() => {})
    // What is all of its transaction is done or refused as a whole without one, too.
    if (!ended) await begun
    return asked
  }

  return async (text, values) => {
    if (text === 'begin') {
      isHeld = true
      refused.forget()
      return nothing('BEGIN')
    }
    const [known, ...others] = ahead
    const isAsked = known !== undefined && isSame(known, text, values)
    // What is asked after something else may have another answer by then.
    ahead = isAsked ? others : []
    if (isAsked) return known.answer
    if (text !== 'commit' && text !== 'rollback') return sendWith(text, values)
    if (isHeld) {
      isHeld = false
      return nothing(text === 'commit' ? 'COMMIT' : 'ROLLBACK')
    }
    const end = ended ?? send(text, values)
    ended = null
    // Nobody else is lent the line before it has answered.
    await read?.then(nobody, nobody)
    read = null
    const answer = await end
    if (text === 'commit' && answer.command === 'ROLLBACK') refused.tell()
    return answer
  }
}

const nobody = () => {}

const changing = new Map<string, boolean>()

/** Whether a statement may change something; where its words leave it open, it counts as one that does. */
function mayChange(text: string): boolean {
  let may = changing.get(text)
  if (may === undefined) {
    may = !/^\s*(select|with)\b/i.test(text) || /\b(insert|delete|set)\b/i.test(text)
    changing.set(text, may)
  }
  return may
}

/** The same line; what is refused because something before it was is told what that was refused for. */
function notingRefusals(send: Send): { send: Send; forget(): void; tell(): void } {
  let first: Error | null = null
  return {
    async send(text, values) {
      try {
        return await send(text, values)
      } catch (error) {
        // What was refused before it has been answered, and is told of within this turn.
        if (isAborted(error) && first === null) await nextTurn()
        if (error instanceof Error) first ??= error
        throw isAborted(error) ? (first ?? error) : error
      }
    },
    forget() {
      first = null
    },
    /** Throws what was refused first, if anything was. */
    tell() {
      if (first !== null) throw first
    },
  }
}

function isSame(known: Ahead, text: string, values: Values): boolean {
  return known.text === text && known.values.every((value, index) => value === values?.[index])
}

/** The answer to what was not sent, for nothing was asked between begin and end. */
function nothing(command: string): pg.QueryResult {
  return { command, rowCount: null, oid: 0, fields: [], rows: [] }
}
