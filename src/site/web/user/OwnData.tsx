import { brandName } from '#acquirer/brands.ts'
import { contestReasons } from '#contest/states.ts'
import { formatTaxId } from '#kit/brazil.ts'
import { maskText } from '#kit/web/field/MaskedField.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { dateTimeText } from '#kit/web/time/instants.ts'
import { Facts, type Fact } from '#checkout/web/ticket/TicketCard.tsx'
import { plateText } from '#vehicle/plateText.ts'
import css from './MyData.module.css'
import type { ReplyOf } from '#kit/endpoint.ts'
import type { exportMyData } from '../../contract.ts'

export type MyData = ReplyOf<typeof exportMyData>['data']

export function OwnData({ data }: { data: MyData }) {
  return (
    <Panel title="O que está guardado">
      <Facts facts={[...accountFacts(data), ...addressFacts(data)]} />
      <Several title="Cartões salvos" items={data.saved_cards.map(cardText)} />
      <Several
        title="Veículos"
        items={data.vehicles.map(({ name, license_plate }) => `${name}, ${plateText(license_plate)}`)}
      />
      <Several
        title="Aparelhos com acesso"
        items={data.devices.map(({ used_at }) => `Usado em ${dateTimeText(used_at)}`)}
      />
      <Several title="Reservas" items={data.reservations.map(reservationText)} />
      <Several title="Contestações" items={data.contests.map(contestText)} />
      <Several
        title="Onde há cópias dos seus dados"
        items={data.copies.map(({ where, what, kept }) => `${where}: ${what}. Guardado ${kept}.`)}
      />
      <p className={css.soft}>
        <span>{`${data.payments.length === 1 ? '1 pagamento' : `${data.payments.length} pagamentos`} no histórico.`}</span>{' '}
        <RouteLink to="user.payments">Ver pagamentos</RouteLink>
      </p>
    </Panel>
  )
}

function Several({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <section className={css.several}>
      <h3>{title}</h3>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}

function accountFacts({ account }: MyData): Fact[] {
  return [
    { label: 'Nome', value: account.name },
    { label: 'E-mail', value: account.email },
    { label: 'Telefone', value: maskText('phone', account.phone) },
    { label: 'CPF', value: formatTaxId(account.cpfcnpj) },
    { label: 'Criada em', value: dateTimeText(account.created_at) },
  ]
}

function addressFacts({ address }: MyData): Fact[] {
  if (address.address_street === '') return []
  const { address_street, address_number, address_complement, address_neighborhood } = address
  const street = [address_street, address_number, address_complement].filter(Boolean).join(', ')
  const lines = [street, address_neighborhood, address.gl_city_id?.text ?? ''].filter(Boolean)
  return [
    { label: 'Endereço', value: lines.join(', ') },
    { label: 'CEP', value: maskText('cep', address.address_postalcode) },
  ]
}

function reservationText(reservation: MyData['reservations'][number]): string {
  const { created_at, lot, vehicle, license_plate, ticket_code } = reservation
  return `${dateTimeText(created_at)}, ${lot}: ${vehicle}, ${plateText(license_plate)}, ticket ${ticket_code}`
}

function contestText({ opened_at, time_zone, ticket_code, ...contest }: MyData['contests'][number]): string {
  const { text, reopened_text, answer } = contest
  const said = [contestReasons[contest.reason].text, text, reopened_text, answer && `Resposta: ${answer}`]
  return `${dateTimeText(opened_at, time_zone)}, ticket ${ticket_code}: ${said.filter(Boolean).join(' / ')}`
}

function cardText({ brand, card_last_digits }: MyData['saved_cards'][number]): string {
  return `${brandName(brand)} final ${card_last_digits}`
}
