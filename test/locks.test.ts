import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  isTransactionOpen,
  recordLock,
  assertNoTransaction,
  runInTransaction,
} from '#kit/server/db/transactionContext.ts'
import { locks } from '#db/locks.ts'
import { root } from './tidy/sources.ts'

const rows = Object.entries(locks)

it('every lock has a unique place in the lock order and a unique number', () => {
  expect(rows.map(([, { place }]) => place)).toEqual(rows.map((_, index) => index + 1))
  const numbers = rows.flatMap(([, lock]) => ('number' in lock ? [lock.number] : []))
  expect(new Set(numbers).size).toBe(numbers.length)
})

it('docs/reliability.md#locks lists the same order and kinds', () => {
  const text = readFileSync(join(root, 'docs/reliability.md'), 'utf8').split('## Locks')[1] ?? ''
  const documented = [...text.matchAll(/^\| (\d+) \| `(\w+)` \| (\w+)/gm)].map(([, ...cells]) => cells)
  const due = rows.map(([name, lock]) => [String(lock.place), name, 'number' in lock ? 'advisory' : 'row'])
  expect(documented).toEqual(due)
})

it('a lock out of order is refused; a lock that the transaction already holds is allowed', async () => {
  const inOrder = async () => {
    recordLock(locks.payment.place, 'payment 1')
    recordLock(locks.ticket.place, 'ticket 1')
    recordLock(locks.payment.place, 'payment 1')
    recordLock(locks.lot.place, 'lot 1')
    recordLock(locks.lot.place, 'lot 2')
  }
  await runInTransaction(inOrder)
  const back = async () => {
    recordLock(locks.ticket.place, 'ticket 1')
    recordLock(locks.payment.place, 'payment 1')
  }
  await expect(runInTransaction(back)).rejects.toThrow('lock out of order: payment 1 after ticket 1')
})

it('a second connection is refused inside a transaction and allowed after it', async () => {
  const within = runInTransaction(async () => {
    expect(isTransactionOpen()).toBe(true)
    assertNoTransaction()
  })
  await expect(within).rejects.toThrow('nested acquire')
  expect(isTransactionOpen()).toBe(false)
  expect(() => assertNoTransaction()).not.toThrow()
})
