import { expect, it } from 'vitest'
import { cacheResult } from './cacheResult.ts'

function counting() {
  let [now, begun] = [0, 0]
  let answer = Promise.withResolvers<number>()
  const compute = () => {
    begun += 1
    answer = Promise.withResolvers<number>()
    return answer.promise
  }
  return {
    read: cacheResult(1_000, compute, () => now),
    forward: (ms: number) => void (now += ms),
    begun: () => begun,
    settle: (value: number) => answer.resolve(value),
    refuse: () => answer.reject(new Error('down')),
  }
}

it('is computed once per second for all callers', async () => {
  const { read, forward, begun, settle } = counting()
  const asked = Array.from({ length: 50 }, () => read())
  settle(1)
  expect(new Set(await Promise.all(asked))).toEqual(new Set([1]))
  for (let later = 0; later < 50; later += 1) {
    forward(19)
    expect(await read()).toBe(1)
  }
  expect(begun()).toBe(1)
  forward(50)
  const next = read()
  settle(2)
  expect(await next).toBe(2)
  expect(begun()).toBe(2)
})

it('a slow computation is not started twice; a failed one runs again after a second', async () => {
  const { read, forward, begun, refuse, settle } = counting()
  const first = read()
  forward(5_000)
  const second = read()
  expect(begun()).toBe(1)
  refuse()
  await expect(first).rejects.toThrow('down')
  await expect(second).rejects.toThrow('down')
  const third = read()
  settle(3)
  expect(await third).toBe(3)
})
