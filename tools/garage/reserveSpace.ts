import * as z from 'zod/mini'
import { type Login, proveHuman, signIn } from './signIn.ts'

const anything = z.object({})
const token = z.object({ ws_token: z.string() })

/** The demo customer with a new car and a paid reservation. Throws when no space is left. */
export async function reserveSpace(
  url: string,
  login: Login,
  wanted: { plate: string; card: string; lotId: number },
) {
  const client = await signIn(url, login)
  const added = await client.post(
    '/api/gl_person_vehicle',
    { name: 'Carro da simulação', license_plate: wanted.plate },
    z.object({ data: z.object({ id: z.number() }) }),
  )
  const body = { personVehicle_id: added.data.id, lot_id: wanted.lotId }
  const { ws_token } = await client.post('/api/pm_transaction/createReserve', body, token)
  const path = `/api/pm_transaction/${ws_token}`
  const card = {
    cardNumber: wanted.card,
    cardHolderName: 'CLARA RAMOS',
    cardExpiration: '12/30',
    cardCvv: '123',
  }
  await proveHuman(client)
  await client.post(`${path}/pay`, { isNewCard: true, ...card, cardSave: false }, anything)
  const outcome = z.object({ data: z.object({ ok: z.boolean() }) })
  return {
    authoriseExit: async () => (await client.post(`${path}/reserveConfirm`, {}, outcome)).data.ok,
    cancel: () => client.post(`${path}/reserveCancel`, {}, anything),
    /** An account may have ten cars. */
    forgetCar: () => client.remove(`/api/gl_person_vehicle/${added.data.id}`),
  }
}
