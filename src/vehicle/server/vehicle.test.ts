import { describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { customer } from '#test/support/people.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

const portal = portalOfFile()

const path = '/api/gl_person_vehicle'
type Client = ReturnType<TestPortal['client']>
const add = (client: Client, name: string, license_plate: string) =>
  client.post(path, { name, license_plate })
const plates = async (client: Client, query = '') => {
  const { body } = must(await client.get(`${path}${query}`))
  return (at(body, 'data') as { license_plate: string }[]).map(({ license_plate }) => license_plate)
}

describe('vehicles', () => {
  it('are added with a normalised plate, listed by name, searched, paged and removed', async () => {
    const { client } = await customer(portal)
    const added = must(await add(client, 'Uno', 'abc-1234'))
    expect(at(added.body, 'data')).toMatchObject({ name: 'Uno', license_plate: 'ABC1234' })
    must(await add(client, 'Civic', 'xyz 1d23'))
    expect(await plates(client)).toEqual(['XYZ1D23', 'ABC1234'])
    expect(await plates(client, '?q=uno')).toEqual(['ABC1234'])
    expect(await plates(client, `?searchText=${encodeURIComponent('xyz–1')}`)).toEqual(['XYZ1D23'])
    expect(await plates(client, '?page=2')).toEqual([])
    expect(at((await client.get(path)).body, 'meta')).toMatchObject({
      current_page: 1,
      total: 2,
      from: 1,
      to: 2,
    })
    const id = String(at(added.body, 'data.id'))
    expect(must(await client.change('DELETE', `${path}/${id}`)).body).toEqual({ data: { deleted: true } })
    expect((await client.change('DELETE', `${path}/${id}`)).status).toBe(404)
    expect(await plates(client)).toEqual(['XYZ1D23'])
  })

  it('the same plate in another spelling returns the existing vehicle', async () => {
    const { client } = await customer(portal)
    const [first, second] = await Promise.all([
      add(client, 'Uno', 'ABC1234'),
      add(client, 'Outro', 'abc-1234'),
    ])
    expect(at(must(first).body, 'data')).toEqual(at(must(second).body, 'data'))
    expect(await plates(client)).toEqual(['ABC1234'])
  })

  it('two people may have the same plate; one cannot see or remove the other’s', async () => {
    const [ana, bia] = [await customer(portal), await customer(portal)]
    const id = String(at(must(await add(ana.client, 'Uno', 'ABC1234')).body, 'data.id'))
    expect(await plates(bia.client)).toEqual([])
    expect((await bia.client.change('DELETE', `${path}/${id}`)).status).toBe(404)
    must(await add(bia.client, 'Uno', 'ABC1234'))
    expect(await plates(ana.client)).toEqual(['ABC1234'])
  })

  it('at most ten, also when many are added at once', async () => {
    const { client } = await customer(portal)
    const answers = await Promise.all(
      Array.from({ length: 13 }, (_, i) => add(client, `Carro ${i}`, `AAA10${String(i).padStart(2, '0')}`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({
      errors: { license_plate: ['Você já tem 10 veículos. Exclua um deles antes.'] },
    })
  })

  it.each([
    [{ name: '', license_plate: 'ABC1234' }, 'name', 'Campo obrigatório.'],
    [{ name: 'Uno' }, 'license_plate', 'Campo obrigatório.'],
    [
      { name: 'Uno', license_plate: 'AB1' },
      'license_plate',
      'Digite uma placa válida, como ABC1D23 ou ABC-1234.',
    ],
  ])('%j is 422', async (body, field, text) => {
    const { client } = await customer(portal)
    expect((await client.post(path, body)).body).toMatchObject({ status: 422, errors: { [field]: [text] } })
  })
})
