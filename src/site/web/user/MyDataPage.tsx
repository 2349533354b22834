import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { Page, Panel } from '#kit/web/page/Page.tsx'
import { go } from '#kit/web/route/routes.ts'
import { exportMyData, revokeConsent, type WireConsent } from '../../contract.ts'
import { AccountErased, EraseAccountDialog, type KeptRecord } from './EraseAccountDialog.tsx'
import { brandDisplayName } from '#acquirer/brands.ts'
import { contestReasons } from '#contest/states.ts'
import { formatTaxId } from '#kit/brazil.ts'
import { maskText } from '#kit/web/field/MaskedField.tsx'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import { Facts, type Fact } from '#checkout/web/ticket/TicketCard.tsx'
import { formatPlate } from '#vehicle/formatPlate.ts'
import css from './MyData.module.css'
import type { ReplyOf } from '#kit/endpoint.ts'
import { formatDay } from '#kit/calendar.ts'
import { call } from '#kit/web/call/call.ts'
import { CallFailure, failureText } from '#kit/web/failure.ts'
import { confirm } from '#kit/web/dialog/confirm.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'

const goToEditMenu = () => go('user.editmenu')

export default function MyDataPage() {
  const myData = useCall(exportMyData)
  const [erased, setErased] = useState<readonly KeptRecord[] | null>(null)
  if (erased) return <AccountErased kept={erased} />
  return (
    <Page title="Privacidade e meus dados" onBackClick={goToEditMenu}>
      <LoadView
        load={myData}
        failed="Não foi possível carregar seus dados"
        label="Buscando seus dados..."
        lines={10}
      >
        {({ data }) => (
          <>
            <StoredDataPanel data={data} />
            <ConsentsPanel consents={data.consents} onChange={myData.reload} />
            <ExportPanel data={data} />
            <ErasePanel kept={data.kept_after_erasure} onErased={setErased} />
          </>
        )}
      </LoadView>
    </Page>
  )
}

function ExportPanel({ data }: { data: MyData }) {
  const name = `meus-dados-${data.exported_at.slice(0, 10)}.json`
  return (
    <Panel title="Levar meus dados">
      <p>Tudo o que está guardado sobre você, em um arquivo JSON.</p>
      <Button variant="plain" onClick={() => saveFile(name, JSON.stringify(data, null, 2))}>
        Exportar meus dados
      </Button>
    </Panel>
  )
}

type EraseProps = { kept: readonly KeptRecord[]; onErased: (kept: readonly KeptRecord[]) => void }

function ErasePanel({ kept, onErased }: EraseProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Panel title="Excluir minha conta">
      <p>Apaga sua conta, seu endereço, seus veículos e seus cartões salvos. Não dá para desfazer.</p>
      <Button variant="danger" icon="trash" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        Excluir minha conta
      </Button>
      {isAsking && <EraseAccountDialog kept={kept} onClose={() => setIsAsking(false)} onErased={onErased} />}
    </Panel>
  )
}

function saveFile(name: string, json: string): void {
  const address = URL.createObjectURL(new Blob([json], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

type MyData = ReplyOf<typeof exportMyData>['data']

function StoredDataPanel({ data }: { data: MyData }) {
  return (
    <Panel title="O que está guardado">
      <Facts facts={[...accountFacts(data), ...addressFacts(data)]} />
      <DataList title="Cartões salvos" items={data.saved_cards.map(cardText)} />
      <DataList
        title="Veículos"
        items={data.vehicles.map(({ name, license_plate }) => `${name}, ${formatPlate(license_plate)}`)}
      />
      <DataList
        title="Aparelhos com acesso"
        items={data.devices.map(({ used_at }) => `Usado em ${dateTimeText(used_at)}`)}
      />
      <DataList title="Reservas" items={data.reservations.map(reservationText)} />
      <DataList title="Reclamações" items={data.contests.map(contestText)} />
      <DataList
        title="Onde há cópias dos seus dados"
        items={data.copies.map(({ where, what, kept }) => `${where}: ${what}. Guardado ${kept}.`)}
      />
      <p className="small">
        <span>{`${data.payments.length === 1 ? '1 pagamento' : `${data.payments.length} pagamentos`} no histórico.`}</span>{' '}
        <RouteLink to="user.payments">Ver pagamentos</RouteLink>
      </p>
    </Panel>
  )
}

function DataList({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <section className={css.several}>
      <h3>{title}</h3>
      <ul className="stack tight">
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
  return `${dateTimeText(created_at)}, ${lot}: ${vehicle}, ${formatPlate(license_plate)}, ticket ${ticket_code}`
}

function contestText({ opened_at, time_zone, ticket_code, ...contest }: MyData['contests'][number]): string {
  const { text, reopened_text, answer } = contest
  const said = [contestReasons[contest.reason].text, text, reopened_text, answer && `Resposta: ${answer}`]
  return `${dateTimeText(opened_at, time_zone)}, ticket ${ticket_code}: ${said.filter(Boolean).join(' / ')}`
}

function cardText({ brand, card_last_digits }: MyData['saved_cards'][number]): string {
  return `${brandDisplayName(brand)} final ${card_last_digits}`
}

type ConsentsProps = { consents: readonly WireConsent[]; onChange: () => void }

const noticeMs = 4_000

function ConsentsPanel({ consents, onChange }: ConsentsProps) {
  const revoke = (consent: WireConsent) => void confirmAndRevoke(consent).then((done) => done && onChange())
  return (
    <Panel title="Meus consentimentos">
      {consents.length === 0 ? (
        <p>Nenhum consentimento registrado.</p>
      ) : (
        <ul className={`${css.consents} stack loose`}>
          {consents.map((consent) => (
            <li key={consent.id}>
              <ConsentRow consent={consent} onRevoke={() => revoke(consent)} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function ConsentRow({ consent, onRevoke }: { consent: WireConsent; onRevoke: () => void }) {
  const { title, at, revoked_at, revocable, terms_version } = consent
  return (
    <>
      <div>
        <strong>{title}</strong>
        <p className="small">{`Aceito em ${dateTimeText(at)}, termos de ${formatDay(terms_version)}.`}</p>
        {revoked_at !== null && <p className="small">{`Revogado em ${dateTimeText(revoked_at)}.`}</p>}
        {revoked_at === null && !revocable && <p className="small">Necessário enquanto a conta existir.</p>}
      </div>
      {revoked_at === null && revocable && (
        <Button variant="danger" aria-label={`Revogar: ${title}`} onClick={onRevoke}>
          Revogar
        </Button>
      )}
    </>
  )
}

async function confirmAndRevoke(consent: WireConsent): Promise<boolean> {
  const sure = await confirm('Revogar este consentimento?', {
    text: `${consent.title}. O que ele permitia guardar é apagado.`,
    yes: 'Revogar',
    danger: true,
  })
  if (!sure) return false
  try {
    await whileLoading(call(revokeConsent, { params: { id: consent.id } }))
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure
    notify(failureText(failure), 'danger')
    return failure.status === 404 || failure.status === 409
  }
  notify('Consentimento revogado.', 'success', noticeMs)
  return true
}
