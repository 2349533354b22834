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
import { dateTimeText } from '#kit/web/time/instantTexts.ts'
import type { WireBackOfficeLot } from '#parking/backoffice.ts'
import { confirmAndRun } from '#staff/web/backoffice/confirmAndRun.ts'
import type { TariffRules } from '../../../tariff.ts'
import { createTariff, withdrawTariff, type BackOfficeTariff } from '../../../tariffBackOffice.ts'
import { tariffEntry, toTariffRules } from '../../../tariffEntry.ts'
import { PricePreview } from './PricePreview.tsx'
import { StartFields } from './StartFields.tsx'
import { startInstant } from './startTimes.ts'
import css from './Tariff.module.css'
import { draftOf, tariffForm, type TariffDraft } from './tariffDraft.ts'
import { TariffFields } from './TariffFields.tsx'

export type TariffProps = { lot: WireBackOfficeLot; current: Version; chosen: Version }
type Version = BackOfficeTariff | null

export function TariffForm({ lot, current, chosen }: TariffProps) {
  const form = useForm<TariffDraft>({ schema: tariffForm, defaultValues: draftOf(chosen) })
  const scheduled = chosen?.state === 'scheduled' ? chosen : null
  const goToLot = () => go('staff.lot', { params: { id: String(lot.id) } })
  const save = useOneAtATime(async (values: TariffDraft) => {
    const body = {
      entry: z.parse(tariffEntry, values),
      seen_version: current?.latest_version ?? 0,
      starts_at: startInstant(values, lot.time_zone),
      replaces: scheduled?.version ?? null,
    }
    const { entity } = await whileLoading(call(createTariff, { params: { id: lot.id }, body }))
    notify(savedText(entity, body.seen_version), 'success')
    goToLot()
  })
  return (
    <Form form={form} onSubmit={save}>
      <div className={`${css.columns} stack far`}>
        <div className="stack far">
          <Panel title={lot.name}>
            <p className="soft">{versionNote(chosen, current)}</p>
            <TariffFields />
          </Panel>
          {current !== null && (
            <StartFields timeZone={lot.time_zone} next={nextAfterSave(current, scheduled)} />
          )}
          <Actions>
            <Button busy={form.formState.isSubmitting}>
              {scheduled ? 'Mudar início' : 'Salvar nova versão'}
            </Button>
            {scheduled && <WithdrawButton tariff={scheduled} onDone={goToLot} />}
          </Actions>
        </div>
        <div className={`${css.preview} stack far`}>
          <LivePreview current={current} timeZone={lot.time_zone} />
        </div>
      </div>
    </Form>
  )
}

function WithdrawButton({ tariff, onDone }: { tariff: BackOfficeTariff; onDone: () => void }) {
  const { lot_id: id, version, starts_at: startsAt } = tariff
  const withdraw = () =>
    confirmAndRun(
      {
        title: `Retirar a versão ${version}?`,
        text: `Ela começaria em ${dateTimeText(startsAt)}. A tarifa que vale até lá continua valendo.`,
        yes: 'Retirar',
        danger: true,
      },
      () => call(withdrawTariff, { params: { id, version } }),
      { done: 'Versão retirada.', onChanged: onDone },
    )
  return (
    <Button variant="danger" onClick={() => void withdraw()}>
      Retirar
    </Button>
  )
}

/** A version that is saved now takes the place of the scheduled one. */
function nextAfterSave(current: BackOfficeTariff, scheduled: Version): BackOfficeTariff['next'] {
  return scheduled && current.next?.version === scheduled.version ? scheduled.next : current.next
}

/** Equal rules make no version: the server answers the one that there is. */
function savedText({ version, state, starts_at }: BackOfficeTariff, latestVersion: number): string {
  if (version <= latestVersion) return `Nada mudou: a versão ${version} já é assim.`
  return state === 'scheduled'
    ? `Versão ${version} salva: começa em ${dateTimeText(starts_at)}.`
    : `Versão ${version} salva: vale para os carros que entrarem a partir de agora.`
}

function versionNote(chosen: Version, current: Version): string {
  const stays = 'Quem já está no pátio continua com a tarifa da sua entrada.'
  if (chosen === null || current === null) return 'A primeira versão: com ela os carros podem entrar.'
  if (chosen.version === current.version)
    return `Em vigor está a versão ${current.version}. O que você salvar vale para os próximos carros. ${stays}`
  if (chosen.state === 'scheduled')
    return `A versão ${chosen.version} começa em ${dateTimeText(chosen.starts_at)}. O que você salvar fica no lugar dela. ${stays}`
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
