import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { Form, useForm } from '#kit/web/form/Form.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { Actions, Panel } from '#kit/web/page/Page.tsx'
import { go } from '#kit/web/route/routes.ts'
import type { TariffRules } from '../../../tariff.ts'
import type { WireBackOfficeLot } from '#parking/backoffice.ts'
import { createTariff, type BackOfficeTariff } from '../../../tariffBackOffice.ts'
import {
  toTariffRules,
  tariffEntry,
  exitRuleTexts,
  tariffKindTexts,
  type TariffEntry,
} from '../../../tariffEntry.ts'
import { PricePreview } from './PricePreview.tsx'
import css from './Tariff.module.css'
import { DecimalField } from '#kit/web/form/DecimalField.tsx'
import { NativeSelectField, TextField } from '#kit/web/form/fields.tsx'
import register from '#staff/web/backoffice/Register.module.css'

export type TariffProps = { lot: WireBackOfficeLot; current: Version; chosen: Version }
type Version = BackOfficeTariff | null

export function TariffForm({ lot, current, chosen }: TariffProps) {
  const form = useForm<TariffDraft>({
    schema: tariffEntry,
    defaultValues: { ...emptyDraft, ...chosen?.entry },
  })
  const save = useOneAtATime(async (values: TariffDraft) => {
    const body = { entry: z.parse(tariffEntry, values), seen_version: current?.version ?? 0 }
    const { entity } = await whileLoading(call(createTariff, { params: { id: lot.id }, body }))
    notify(`Versão ${entity.version} salva: vale para os carros que entrarem a partir de agora.`, 'success')
    go('staff.lot', { params: { id: String(lot.id) } })
  })
  return (
    <Form form={form} onSubmit={save}>
      <div className={css.columns}>
        <div className={css.fields}>
          <Panel title={lot.name}>
            <p className={css.note}>{versionNote(chosen, current)}</p>
            <TariffFields />
          </Panel>
          <Actions>
            <Button busy={form.formState.isSubmitting}>SALVAR NOVA VERSÃO</Button>
          </Actions>
        </div>
        <div className={css.preview}>
          <LivePreview current={current} timeZone={lot.time_zone} />
        </div>
      </div>
    </Form>
  )
}

function versionNote(chosen: Version, current: Version): string {
  const stays = 'Quem já está no pátio continua com a tarifa da sua entrada.'
  if (chosen === null || current === null) return 'A primeira versão: com ela os carros podem entrar.'
  if (chosen.version === current.version)
    return `Em vigor está a versão ${current.version}. O que você salvar vale para os próximos carros. ${stays}`
  return `Começando da versão ${chosen.version}; em vigor está a ${current.version}. ${stays}`
}

function LivePreview({ current, timeZone }: { current: Version; timeZone: string }) {
  const values = useWatch<TariffDraft>()
  const lastValid = useRef<TariffRules | null>(null)
  const parsed = z.safeParse(tariffEntry, { ...values, name: 'prévia' })
  if (parsed.success) lastValid.current = toTariffRules(parsed.data)
  return (
    <PricePreview
      rules={lastValid.current}
      stale={!parsed.success}
      compared={
        current && { name: `Em vigor (versão ${current.version})`, rules: toTariffRules(current.entry) }
      }
      timeZone={timeZone}
    />
  )
}

const choicesOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, text]) => ({ value, text }))

function TariffFields() {
  const kind = useWatch<TariffDraft, 'kind'>({ name: 'kind' })
  return (
    <>
      <TextField name="name" label="Nome" autoComplete="off" required />
      <NativeSelectField name="kind" label="Tipo" choices={choicesOf(tariffKindTexts)} required />
      {kind === 'flat_day' ? (
        <DecimalField name="day_value" label="Diária (R$)" hint="Por 24 horas começadas." required />
      ) : (
        <BlockFields />
      )}
      {kind === 'overnight' && <NightFields />}
      <fieldset className={register.group}>
        <legend>Tolerâncias</legend>
        <DecimalField name="entry_tolerance_min" label="Minutos livres na entrada" places={0} required />
        <DecimalField name="exit_tolerance_min" label="Minutos para sair" places={0} required />
        <div className={register.wholeLine}>
          <NativeSelectField name="exit_rule" label="Sair até" choices={choicesOf(exitRuleTexts)} required />
        </div>
        <DecimalField name="lost_ticket_fee" label="Taxa de ticket perdido (R$)" required />
      </fieldset>
    </>
  )
}

function BlockFields() {
  return (
    <fieldset className={register.group}>
      <legend>Frações</legend>
      <DecimalField name="first_minutes" label="Primeira fração (min)" places={0} required />
      <DecimalField name="first_value" label="Custa (R$)" required />
      <DecimalField name="step_minutes" label="Depois, a cada (min)" places={0} required />
      <DecimalField name="step_value" label="Mais (R$)" required />
      <div className={register.wholeLine}>
        <DecimalField name="cap_value" label="No máximo por 24 h (R$)" required={false} />
      </div>
    </fieldset>
  )
}

function NightFields() {
  return (
    <fieldset className={register.group}>
      <legend>Pernoite</legend>
      <TextField name="night_from" label="Das" type="time" required />
      <TextField name="night_to" label="Até" type="time" required />
      <div className={register.wholeLine}>
        <DecimalField
          name="night_value"
          label="Pernoite (R$)"
          hint="O máximo, quando a estadia inteira fica dentro deste horário."
          required
        />
      </div>
    </fieldset>
  )
}

type Fields<Kind> = Omit<Extract<TariffEntry, { kind: Kind }>, 'kind'>
type EveryField = Fields<'overnight'> & Fields<'flat_day'>

/** Numbers may be empty. */
type TariffDraft = Pick<TariffEntry, 'kind'> & {
  [Name in keyof EveryField]: EveryField[Name] extends number | null ? number | null : EveryField[Name]
}

const emptyDraft: TariffDraft = {
  kind: 'blocks',
  name: '',
  entry_tolerance_min: 15,
  exit_tolerance_min: 15,
  exit_rule: 'tolerance_only',
  lost_ticket_fee: 0,
  first_minutes: 60,
  first_value: null,
  step_minutes: 60,
  step_value: null,
  cap_value: null,
  day_value: null,
  night_from: '20:00',
  night_to: '08:00',
  night_value: null,
}
