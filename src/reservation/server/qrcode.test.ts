import { describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { driver, callsOn, createReserve, reserved, qrTextOf } from '#test/support/garage/reserve.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()

const textOf = (code: string) => qrTextOf(portal, code)

describe('the QR code', () => {
  it('is a PNG, or an SVG where only that is accepted; the same each time, and never cached on the way', async () => {
    const car = await reserved(portal)
    const png = await car.qrcode()
    expect(png.status).toBe(200)
    expect(png.headers.get('content-type')).toBe('image/png')
    expect(png.headers.get('cache-control')).toBe('no-store')
    expect(String(png.body).slice(1, 4)).toBe('PNG')
    expect((await car.qrcode('*/*')).headers.get('content-type')).toBe('image/png')
    const svg = await car.qrcode('image/svg+xml')
    expect(svg.headers.get('content-type')).toContain('image/svg+xml')
    // A white quiet zone of four modules, also on a dark page.
    expect(String(svg.body)).toMatch(/<path fill="#ffffff" d="M0 0h\d+v\d+H0z"/)
    expect((await car.qrcode('image/svg+xml')).body).toBe(svg.body)
  })

  it('contains no plate, person or ticket', async () => {
    const car = await reserved(portal)
    const text = await textOf(car.code)
    expect(text).not.toContain(car.plate)
    expect(text).not.toContain(car.code)
    expect(text).not.toContain(car.token)
    expect(text).toMatch(/^GQ1\.[0-9a-f]{32}\.[\w-]{22}$/)
  })

  it('opens the entrance when the camera failed, once, and the exit after it was authorised', async () => {
    const car = await reserved(portal)
    const gate = portal.gate()
    const qr = await textOf(car.code)
    expect((await gate.exit({ lot_id: 1, gate: 'S1', qr })).body).toMatchObject({ reason: 'not_found' })
    expect(await gate.entry({ lot_id: 2, gate: 'E1', qr })).toMatchObject({
      status: 409,
      body: { code: 'no_reservation' },
    })
    expect((await gate.entry({ lot_id: 1, gate: 'E1', qr, plate: 'NIL0000' })).body).toMatchObject({
      code: car.code,
      reservation: { plate: car.plate, vehicle: 'Carro', lot_id: 1 },
    })
    expect((await gate.entry({ lot_id: 1, gate: 'E1', qr })).status).toBe(409)
    expect((await gate.entry({ lot_id: 1, gate: 'E1', qr: `${qr}x` })).status).toBe(409)
    portal.clock.forward(60)
    expect((await gate.exit({ lot_id: 1, gate: 'S1', qr })).body).toMatchObject({ reason: 'not_authorised' })
    expect(at(must(await car.confirm()).body, 'data.ok')).toBe(true)
    expect((await gate.exit({ lot_id: 1, gate: 'S1', qr })).body).toMatchObject({ open: true })
    expect(await car.qrcode()).toMatchObject({ status: 410, body: { code: 'qrcode_over' } })
  })

  it('is 404 before the payment and for other people, and 410 after a cancellation', async () => {
    const { client, vehicleId } = await driver(portal)
    const created = must(await createReserve(client, vehicleId))
    expect((await callsOn(client, String(at(created.body, 'ws_token'))).qrcode()).status).toBe(404)
    const car = await reserved(portal)
    expect((await callsOn(portal.client(), car.token).qrcode()).status).toBe(404)
    must(await car.cancel())
    expect((await car.qrcode()).status).toBe(410)
  })
})
