import { afterEach, describe, expect, it } from 'vitest'
import { finishLoading, loadingCount, startLoading, whileLoading } from './loading.ts'
import { dismissAll, notices, notify } from './notify.ts'

afterEach(() => {
  loadingCount.set(0)
  dismissAll()
})

describe('the loading counter', () => {
  it('never goes below zero', () => {
    finishLoading()
    expect(loadingCount.get()).toBe(0)
    startLoading()
    startLoading()
    finishLoading()
    expect(loadingCount.get()).toBe(1)
  })

  it('goes down again when the action fails', async () => {
    await expect(whileLoading(Promise.reject(new Error('x')))).rejects.toThrow('x')
    expect(loadingCount.get()).toBe(0)
  })
})

describe('notify', () => {
  it('keeps each kind for its time, unless a timer is given', () => {
    for (const kind of ['warning', 'danger', 'info', 'success', 'default'] as const) notify(kind, kind)
    expect(notices.get().map((notice) => notice.timer)).toEqual([60_000, 60_000, 3_000, 1_500, 1_500])
    notify('devagar', 'info', 9_000)
    expect(notices.get().at(-1)?.timer).toBe(9_000)
  })

  it('shows the same text once', () => {
    notify('igual', 'danger')
    notify('igual', 'danger')
    expect(notices.get()).toHaveLength(1)
  })
})
