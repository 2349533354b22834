import { perSpaceClass, spaceClasses, spaceNames, toTotalFields } from '../../spaces.ts'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useCall } from '#kit/web/call/useCall.ts'
import { useCallback, type ReactNode } from 'react'
import { numberText } from '#kit/text/formats.ts'
import { call } from '#kit/web/call/call.ts'
import { EditScreen } from '#kit/web/edit/EditScreen.tsx'
import { Panel } from '#kit/web/page/Page.tsx'
import { go, replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import * as z from 'zod/mini'
import {
  closingSettings,
  createBackOfficeLot,
  type WireBackOfficeLot,
  lotEntry,
  type WireLotEntry,
  openBackOfficeLot,
  updateBackOfficeLot,
} from '../../backoffice.ts'
import { timeZoneTexts } from '../../timeZones.ts'
import { useAccess } from '#staff/web/frame/backoffice.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import css from '#staff/web/backoffice/Register.module.css'
import { DecimalField } from '#kit/web/form/DecimalField.tsx'
import { NativeSelectField, TextField } from '#kit/web/form/fields.tsx'
import { RemoteSelectField } from '#kit/web/select/RemoteSelectField.tsx'

const goToLots = () => go('staff.lots')

type LotScreenProps = { tariff: (lot: { id: string; mayEdit: boolean }) => ReactNode }

export function LotScreen({ tariff }: LotScreenProps) {
  const id = useRoute().params['id'] ?? ''
  const isNew = id === 'new'
  return (
    <StaffPage
      title={isNew ? 'Novo estacionamento' : 'Estacionamento'}
      for={isNew ? 'manager' : undefined}
      onBackClick={goToLots}
    >
      <Lot key={id} id={isNew ? null : id} tariff={tariff} />
    </StaffPage>
  )
}

function Lot({ id, tariff }: LotScreenProps & { id: string | null }) {
  const mayEdit = useAccess('manager')
  return (
    <>
      {mayEdit ? <LotForm id={id} /> : id !== null && <LotView id={id} />}
      {id !== null && tariff({ id, mayEdit })}
    </>
  )
}

function LotForm({ id }: { id: string | null }) {
  const load = useCallback(
    (signal: AbortSignal) => call(openBackOfficeLot, { params: { id: id ?? '' }, signal }),
    [id],
  )
  return (
    <EditScreen<WireBackOfficeLot, LotFormValues>
      load={id === null ? undefined : load}
      failed="Não foi possível carregar o estacionamento"
      schema={lotFormSchema}
      toFormValues={toFormValues}
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

/** The form stores the picker's city, and the addresses as one text. */
type LotFormValues = Omit<WireLotEntry, 'city' | 'closing'> &
  Pick<WireBackOfficeLot, 'city'> & { closing_delay: number; closing_emails: string }

const parseEmails = (text: string) => text.split(/[\s,;]+/).filter((part) => part !== '')

const lotFormSchema = z.extend(z.omit(lotEntry, { closing: true }), {
  closing_delay: closingSettings.shape.delayMinutes,
  closing_emails: z
    .string()
    .check(
      z.refine(
        (text) => closingSettings.shape.emails.safeParse(parseEmails(text)).success,
        'Informe até 10 e-mails válidos, separados por vírgula.',
      ),
    ),
})

function toRequestBody({ closing_delay: delayMinutes, closing_emails: emails, ...entry }: LotFormValues) {
  return { ...entry, closing: { delayMinutes, emails: parseEmails(emails) } }
}

function toFormValues(lot: WireBackOfficeLot | null): LotFormValues {
  return {
    name: lot?.name ?? '',
    city: lot?.city ?? null,
    time_zone: knownTimeZone(lot),
    ...toTotalFields(perSpaceClass((kind) => lot?.[`total_${kind}`] ?? 0)),
    closing_delay: lot?.closing.delayMinutes ?? 60,
    closing_emails: lot?.closing.emails.join(', ') ?? '',
  }
}

function knownTimeZone(lot: WireBackOfficeLot | null): WireLotEntry['time_zone'] {
  const known = lotEntry.shape.time_zone.options
  return known.find((zone) => zone === lot?.time_zone) ?? 'America/Sao_Paulo'
}

function LotView({ id }: { id: string }) {
  const lot = useCall(openBackOfficeLot, { params: { id } })
  return (
    <LoadView load={lot} failed="Não foi possível carregar o estacionamento">
      {({ entity }) => (
        <div className={css.shown}>
          <Panel title={entity.name}>
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

const timeZoneChoices = Object.entries(timeZoneTexts).map(([value, text]) => ({ value, text }))

function LotFields() {
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
        hint="Vale para as horas do ticket e para o pernoite."
        choices={timeZoneChoices}
        required
      />
      <fieldset className={css.group}>
        <legend>Capacidade</legend>
        {spaceClasses.map((kind) => (
          <DecimalField key={kind} name={`total_${kind}`} label={spaceNames[kind]} places={0} required />
        ))}
      </fieldset>
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
    </>
  )
}
