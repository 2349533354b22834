import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubStorage } from '#test/support/browser/stubStorage.ts'
import { lastTicketCode, readCustomer, setPayMethod, setPayment, setTicket } from '#checkout/web/customer.ts'
import { finishLoading, startLoading } from '#kit/web/notice/loading.ts'
import { dismissAllNotices, notices } from '#kit/web/notice/notify.ts'
import { hashLocation } from '#kit/web/route/location.ts'
import { registerRoutes } from '#kit/web/route/routes.ts'
import { sessionTexts } from '../../sessionCheck.ts'
import { leaveToMenu } from '../leaveToMenu.ts'
import { lastKnownUserId, waitForUserId } from '../lastKnownUser.ts'
import { session } from '../session.ts'
import { waitForSession } from '../waitForSession.ts'
import { checkRequests } from './checkRequests.ts'
import { SessionMonitor } from './SessionMonitor.ts'

const answer = (user: object | null) => ({
  user,
  user_roles: [],
  configs: { reserve: { value: 0, valueHuman: '0,00', valueMin: 0, valueMinHuman: '0,00' }, methods: [] },
  is_human: true,
  env_production: false,
  dev_messages: [],
  warnings_enabled: false,
  server_now: '2026-11-22T12:00:00Z',
})
const ana = answer({ id: 7, name: 'Ana', nickname: 'Ana', level: 100 })
const guest = answer(null)
const ended = { ...guest, status: 400, message: 'Sessão expirada.' }

const reserved = {
  ws_token: 'payment',
  destination: 2,
  value: 50,
  valueHuman: '50,00',
  payment_type: 1,
  payment_type_desc: 'Crédito',
  has_user: true,
}

let said: Array<{ status?: number; body?: unknown } | 'offline'> = []
let left: string[] = []
let watch: SessionMonitor
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=x', querySelector: () => ({ getAttribute: () => 'x' }) })
  stubStorage('sessionStorage')
  vi.stubGlobal('location', { hash: '', replace: (to: string) => left.push(to) })
  vi.stubGlobal('fetch', async () => {
    const next = said.shift()
    if (next === undefined || next === 'offline') throw new DOMException('stopped', 'AbortError')
    const headers = { 'Content-Type': 'application/json' }
    return new Response(JSON.stringify(next.body ?? {}), { status: next.status ?? 200, headers })
  })
  left = []
  watch = new SessionMonitor((path) => path.startsWith('/user'))
  stop = checkRequests.subscribe(() => void watch.check())
})
afterEach(() => {
  stop()
  session.set(null)
  dismissAllNotices()
  hashLocation.set('/')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const texts = () => notices.get().map(({ text }) => text)
const userId = () => session.get()?.user?.id

it('a failed first call is repeated until the session is loaded, and waiting callers get it', async () => {
  said = ['offline', { status: 503 }, { status: 429 }, { body: ana }]
  await expect(waitForSession()).rejects.toMatchObject({ code: 'aborted' })
  expect(session.get()).toBeNull()
  await vi.advanceTimersByTimeAsync(2_000 + 5_000)
  expect([session.get(), left, texts()]).toEqual([null, [], []])
  await vi.advanceTimersByTimeAsync(15_000)
  expect(userId()).toBe(7)
  await expect(waitForSession()).resolves.toMatchObject({ user: { id: 7 } })
})

it('an answer that is older than a change in another tab is dropped, and the session checked again', async () => {
  said = [{ body: ana }, { body: guest }]
  const checked = watch.check()
  void watch.checkAfterChange()
  await checked
  expect([session.get()?.user, said]).toEqual([null, []])
})

it('a failing server ends no login', async () => {
  said = [{ body: ana }, { status: 500 }, { status: 429 }, 'offline', { status: 403 }]
  await watch.check()
  hashLocation.set('/user/menu')
  for (let times = 1; times <= 4; times += 1) await watch.check()
  await vi.advanceTimersByTimeAsync(4_000)
  expect([userId(), left, texts()]).toEqual([7, [], []])
})

it('an ended login leaves a protected screen after 3 s', async () => {
  said = [{ body: ana }, { body: ended }]
  await watch.check()
  hashLocation.set('/user/menu')
  await watch.check()
  expect([left, texts()]).toEqual([[], [sessionTexts.expired]])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(left).toEqual(['/'])
})

it('an open screen continues as a guest: the ticket stays, the account’s card is removed', async () => {
  const ticket = {
    code: '1',
    value: 7,
    valueHuman: '7,00',
    time: '1 h',
    entranceDateTime: '',
    t_expires: null,
  }
  said = [{ body: ana }, { body: ended }, { body: guest }]
  await watch.check()
  hashLocation.set('/ticket/value?ticket=1')
  setTicket(ticket)
  setPayMethod('1', { ws_token: 'card', brand: 'visa', card_last_digits: '0010', payment_type: 1 })
  setPayment({ ...reserved, ticket_code: '2' })
  await watch.check()
  await vi.advanceTimersByTimeAsync(4_000)
  await expect.poll(() => [left, texts(), session.get()?.user]).toEqual([[], [sessionTexts.ended], null])
  expect(readCustomer('1')).toEqual({ ticket, payment: null, pay_method: null })
  expect(lastTicketCode()).toBe('1')
})

it('a reload compares its first answer with the person before it: the account’s payment is removed', async () => {
  said = [{ body: ana }, { body: guest }]
  await watch.check()
  session.set(null)
  setPayment({ ...reserved, ticket_code: '3' })
  await watch.check()
  expect([texts(), left, readCustomer('3').payment]).toEqual([[sessionTexts.gone], [], null])
})

it('a reload that finds another person’s login leaves the screen once', async () => {
  said = [{ body: ana }, { body: answer({ id: 8, name: 'Bia', nickname: 'Bia', level: 100 }) }]
  await watch.check()
  session.set(null)
  await watch.check()
  await vi.advanceTimersByTimeAsync(3_000)
  expect([texts(), left, lastKnownUserId()]).toEqual([[sessionTexts.other], ['/'], undefined])
})

it('a guest’s reload that finds a login names the signed-in person', async () => {
  said = [{ body: guest }, { body: ana }]
  await watch.check()
  session.set(null)
  expect(await waitForUserId()).toBe(0)
  await watch.check()
  expect([texts(), left, userId()]).toEqual([['Você entrou como Ana.'], [], 7])
})

it('the page reacts after the running call, by the screen shown then', async () => {
  said = [{ body: ana }, { body: ended }, { body: guest }]
  await watch.check()
  hashLocation.set('/user/cards')
  startLoading()
  await watch.check()
  await vi.advanceTimersByTimeAsync(30_000)
  expect([userId(), left, texts()]).toEqual([7, [], []])
  finishLoading()
  hashLocation.set('/payment/a/done')
  await vi.advanceTimersByTimeAsync(4_000)
  await expect.poll(() => [left, texts(), session.get()?.user]).toEqual([[], [sessionTexts.ended], null])
})

it('leave waits for the session: to the menu, or out; without an answer the screen stays', async () => {
  const gone: string[] = []
  vi.stubGlobal('history', { pushState: (_: object, __: string, to: string) => gone.push(to) })
  registerRoutes({
    'user.menu': { path: '/user/menu', keyedBy: [] },
    logout: { path: '/login/', keyedBy: [], byName: true },
  })
  said = ['offline', { body: ana }]
  await leaveToMenu()
  expect([gone, texts()]).toEqual([[], [expect.stringContaining('A consulta foi interrompida')]])
  await leaveToMenu()
  expect(gone).toEqual(['#/user/menu'])
  session.set(null)
  said = [{ body: guest }]
  await leaveToMenu()
  expect(gone).toEqual(['#/user/menu', '#/login/'])
})
