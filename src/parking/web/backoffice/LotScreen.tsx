import { perSpaceClass, spaceClasses, spaceNames, toTotalFields } from '../../spaces.ts'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { numberText } from '#kit/text/formats.ts'
import { call } from '#kit/web/call/call.ts'
import { EditScreen } from '#kit/web/edit/EditScreen.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import * as z from 'zod/mini'
import {
  closingSettings,
  createBackOfficeLot,
  defaultReserveHint,
  type WireBackOfficeLot,
  lotEntry,
  type WireLotEntry,
  openBackOfficeLot,
  tillSettings,
  updateBackOfficeLot,
} from '../../backoffice.ts'
import { otherZoneText, timeZoneChoices, timeZoneOfCity, timeZoneTexts } from '../../timeZones.ts'
import { confirm } from '#kit/web/dialog/confirm.tsx'
import { AuditTimeline } from '#staff/web/audit/AuditTimeline.tsx'
import { useAccess } from '#staff/web/frame/backoffice.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import css from '#staff/web/backoffice/Register.module.css'
import { toReais } from '#kit/money.ts'
import { reais } from '#staff/formFields.ts'
import { DecimalField } from '#kit/web/form/DecimalField.tsx'
import { CheckboxField, NativeSelectField, TextField } from '#kit/web/form/fields.tsx'
import { RemoteSelectField } from '#kit/web/select/RemoteSelectField.tsx'

type LotScreenProps = { tariff: (lot: { id: string; mayEdit: boolean }) => ReactNode }

export function LotScreen({ tariff }: LotScreenProps) {
  const id = useRoute().params['id'] ?? ''
  const isNew = id === 'new'
  const [lot, setLot] = useState<WireBackOfficeLot>()
  return (
    <StaffPage
      title={lot?.name ?? (isNew ? 'Novo estacionamento' : 'Estacionamento')}
      for={isNew ? 'manager' : undefined}
    >
      <Lot id={isNew ? null : id} tariff={tariff} onLoaded={setLot} />
      {lot && (
        <div className={css.shown}>
          <AuditTimeline subject="lot" id={id} record={lot} />
        </div>
      )}
    </StaffPage>
  )
}

type LotProps = LotScreenProps & { id: string | null; onLoaded: (lot: WireBackOfficeLot) => void }

function Lot({ id, tariff, onLoaded }: LotProps) {
  const mayEdit = useAccess('manager')
  const load = useCallback(
    async (signal: AbortSignal) => {
      const answer = await call(openBackOfficeLot, { params: { id: id ?? '' }, signal })
      onLoaded(answer.entity)
      return answer
    },
    [id, onLoaded],
  )
  return (
    <>
      {mayEdit ? <LotForm id={id} load={load} /> : id !== null && <LotView load={load} />}
      {id !== null && tariff({ id, mayEdit })}
    </>
  )
}

type LoadLot = (signal: AbortSignal) => Promise<{ entity: WireBackOfficeLot }>

function LotForm({ id, load }: { id: string | null; load: LoadLot }) {
  return (
    <EditScreen<WireBackOfficeLot, LotFormValues>
      load={id === null ? undefined : load}
      failed="Não foi possível carregar o estacionamento"
      schema={lotFormSchema}
      toFormValues={toFormValues}
      mayWrite={confirmZone}
      save={(entry, lot) => {
        const body = toRequestBody(entry)
        return lot === null
          ? call(createBackOfficeLot, { body })
          : call(updateBackOfficeLot, { params: { id: lot.id }, body })
      }}
      after={
        id === null
          ? { go: 'edit', to: (lot) => replaceWith('staff.lot', { params: { id: String(lot.id) } }) }
          : { go: 'refresh' }
      }
    >
      <LotFields />
    </EditScreen>
  )
}

/** A zone that is not the city's is asked about when one of the two changes. */
async function confirmZone(entry: LotFormValues, lot: WireBackOfficeLot | null): Promise<boolean> {
  const text = otherZoneText(entry.city, entry.time_zone)
  const isAsBefore = lot?.city?.text === entry.city?.text && lot?.time_zone === entry.time_zone
  if (text === null || isAsBefore) return true
  return confirm('Salvar com outro fuso horário?', {
    text: `${text} O escolhido é ${timeZoneTexts[entry.time_zone]}.`,
    yes: 'Salvar assim',
    no: 'Voltar',
  })
}

/** The zone follows the chosen city until somebody chooses another one. */
function useZoneOfCity(): void {
  const { watch, getValues, setValue } = useFormContext<LotFormValues>()
  const city = watch('city')
  const followed = useRef(city)
  useEffect(() => {
    const before = followed.current
    followed.current = city
    if (city === null || city.text === before?.text) return
    const isFollowed = getValues('time_zone') === (before ? timeZoneOfCity(before) : 'America/Sao_Paulo')
    if (isFollowed) setValue('time_zone', timeZoneOfCity(city), { shouldDirty: true, shouldValidate: true })
  }, [city, getValues, setValue])
}

/** The form stores the picker's city, and the addresses as one text. */
type LotFormValues = Omit<WireLotEntry, 'city' | 'closing' | 'till'> &
  Pick<WireBackOfficeLot, 'city'> & {
    closing_delay: number
    closing_emails: string
    till_blind: boolean
    /** In reais. */
    till_difference: number
  }

const parseEmails = (text: string) => text.split(/[\s,;]+/).filter((part) => part !== '')

const lotFormSchema = z.extend(z.omit(lotEntry, { closing: true, till: true }), {
  closing_delay: closingSettings.shape.delayMinutes,
  closing_emails: z
    .string()
    .check(
      z.refine(
        (text) => closingSettings.shape.emails.safeParse(parseEmails(text)).success,
        'Informe até 10 e-mails válidos, separados por vírgula.',
      ),
    ),
  till_blind: tillSettings.shape.blind,
  till_difference: reais.check(z.lte(1_000, 'No máximo R$ 1.000,00.')),
})

function toRequestBody({ closing_delay: delayMinutes, closing_emails: emails, ...rest }: LotFormValues) {
  const { till_blind: blind, till_difference: difference, ...entry } = rest
  const till = { blind, differenceCents: Math.round(difference * 100) }
  return { ...entry, closing: { delayMinutes, emails: parseEmails(emails) }, till }
}

function toFormValues(lot: WireBackOfficeLot | null): LotFormValues {
  return {
    name: lot?.name ?? '',
    city: lot?.city ?? null,
    time_zone: knownTimeZone(lot),
    ...toTotalFields(perSpaceClass((kind) => lot?.[`total_${kind}`] ?? 0)),
    reserve_hint: lot?.reserve_hint ?? defaultReserveHint,
    closing_delay: lot?.closing.delayMinutes ?? 60,
    closing_emails: lot?.closing.emails.join(', ') ?? '',
    till_blind: lot?.till.blind ?? true,
    till_difference: toReais(lot?.till.differenceCents ?? 500),
  }
}

function knownTimeZone(lot: WireBackOfficeLot | null): WireLotEntry['time_zone'] {
  const known = lotEntry.shape.time_zone.options
  return known.find((zone) => zone === lot?.time_zone) ?? 'America/Sao_Paulo'
}

function LotView({ load }: { load: LoadLot }) {
  return (
    <LoadView load={useLoad(load)} failed="Não foi possível carregar o estacionamento">
      {({ entity }) => (
        <div className={css.shown}>
          <Panel>
            <Facts
              facts={[
                { label: 'Cidade', value: entity.city?.text ?? '—' },
                { label: 'Fuso horário', value: timeZoneTexts[knownTimeZone(entity)] },
                ...spaceClasses.map((kind) => ({
                  label: spaceNames[kind],
                  value: numberText(entity[`total_${kind}`]),
                })),
                { label: 'Reservas ativas', value: entity.reserved },
              ]}
            />
          </Panel>
        </div>
      )}
    </LoadView>
  )
}

function LotFields() {
  useZoneOfCity()
  return (
    <>
      <TextField name="name" label="Nome" autoComplete="off" required />
      <RemoteSelectField
        name="city"
        label="Cidade"
        hint="Por ela começa a lista de cidades de quem paga aqui."
        source={{ url: '/api/gl_city' }}
        clearable
        required={false}
      />
      <NativeSelectField
        name="time_zone"
        label="Fuso horário"
        hint="Acompanha a cidade até alguém escolher outro. Vale para as horas do ticket e para o pernoite."
        choices={timeZoneChoices}
        required
      />
      <fieldset className={css.group}>
        <legend>Capacidade</legend>
        {spaceClasses.map((kind) => (
          <DecimalField key={kind} name={`total_${kind}`} label={spaceNames[kind]} places={0} required />
        ))}
      </fieldset>
      <TextField
        name="reserve_hint"
        label="Onde ficam as vagas reservadas"
        hint="Até 300 caracteres, na página e no e-mail da reserva. Vazio: nada."
        autoComplete="off"
      />
      <ClosingFields />
      <TillFields />
    </>
  )
}

function ClosingFields() {
  return (
    <fieldset className={css.group}>
      <legend>Fechamento do dia</legend>
      <DecimalField
        name="closing_delay"
        label="Minutos depois da meia-noite"
        hint="De 0 a 360. O que chegar depois entra no fechamento seguinte."
        places={0}
        required
      />
      <TextField
        name="closing_emails"
        label="E-mails que recebem o fechamento"
        hint="Até 10, separados por vírgula. Vazio: ninguém."
        autoComplete="off"
      />
    </fieldset>
  )
}

function TillFields() {
  return (
    <fieldset className={css.group}>
      <legend>Caixa</legend>
      <div className={css.wholeLine}>
        <CheckboxField
          name="till_blind"
          label="Contar às cegas"
          hint="Só depois de contar se vê quanto deveria haver na gaveta."
        />
      </div>
      <DecimalField
        name="till_difference"
        label="Diferença sem motivo (R$)"
        hint="De 0 a 1.000,00. Acima dela, alguém diz por quê."
        required
      />
    </fieldset>
  )
}
