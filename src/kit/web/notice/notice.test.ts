import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hashLocation } from '../route/location.ts'
import { registerRoutes } from '../route/routes.ts'
import { finishLoading, loadingCount, startLoading, whileLoading } from './loading.ts'
import { dismissAllNotices, notices, notify } from './notify.ts'

afterEach(() => {
  loadingCount.set(0)
  dismissAllNotices()
})

describe('the loading counter', () => {
  it('is never negative', () => {
    finishLoading()
    expect(loadingCount.get()).toBe(0)
    startLoading()
    startLoading()
    finishLoading()
    expect(loadingCount.get()).toBe(1)
  })

  it('decreases when the action fails', async () => {
    await expect(whileLoading(Promise.reject(new Error('x')))).rejects.toThrow('x')
    expect(loadingCount.get()).toBe(0)
  })
})

describe('notify', () => {
  it('has a duration by kind, unless a timer is given', () => {
    for (const kind of ['warning', 'danger', 'info', 'success', 'default'] as const) notify(kind, kind)
    expect(notices.get().map((notice) => notice.durationMs)).toEqual([60_000, 60_000, 3_000, 1_500, 1_500])
    notify('devagar', 'info', 9_000)
    expect(notices.get().at(-1)?.durationMs).toBe(9_000)
  })

  it('shows a repeated text once', () => {
    notify('igual', 'danger')
    notify('igual', 'danger')
    expect(notices.get()).toHaveLength(1)
  })
})

describe('a notice has an owner (docs/spec.md#r18)', () => {
  const texts = () => notices.get().map(({ text }) => text)
  beforeEach(() => {
    vi.useFakeTimers()
    registerRoutes({
      'ticket.value': { path: '/ticket/value', keyedBy: ['ticket'] },
      'user.payments': { path: '/user/payments', keyedBy: [] },
    })
    hashLocation.set('/ticket/value?ticket=1')
  })
  afterEach(() => {
    hashLocation.set('/')
    vi.useRealTimers()
  })

  it('ends with its screen, also after Back or on the same screen of another ticket', () => {
    notify('Ticket bloqueado.', 'danger')
    vi.runAllTimers()
    hashLocation.set('/ticket/value?ticket=2')
    expect(texts()).toEqual([])
  })

  it('stays while only the page of a list changes', () => {
    hashLocation.set('/user/payments')
    notify('Recibo enviado.', 'success')
    vi.runAllTimers()
    hashLocation.set('/user/payments?page=2')
    expect(texts()).toEqual(['Recibo enviado.'])
  })

  it('moves to the next screen if raised just before navigation', () => {
    notify('Dados alterados com sucesso!', 'success')
    hashLocation.set('/user/payments')
    vi.runAllTimers()
    expect(texts()).toEqual(['Dados alterados com sucesso!'])
    hashLocation.set('/ticket/value?ticket=1')
    expect(texts()).toEqual([])
  })

  it('errors end at a retry; others stay', async () => {
    notify('Não foi possível.', 'danger')
    notify('Cartão excluído.', 'success')
    vi.runAllTimers()
    await whileLoading(Promise.resolve())
    expect(texts()).toEqual(['Cartão excluído.'])
  })
})
