import { useCallback } from 'react'
import { call } from '#kit/web/call/call.ts'
import { EditScreen } from '#kit/web/edit/EditScreen.tsx'
import { DecimalField } from '#kit/web/form/DecimalField.tsx'
import { CheckboxField, EmailField, MaskedTextField, TextField } from '#kit/web/form/fields.tsx'
import { go } from '#kit/web/route/routes.ts'
import register from '#staff/web/backoffice/Register.module.css'
import type { BackOfficeLot } from '#staff/web/frame/backoffice.ts'
import { LotsField } from '#staff/web/lots/LotsField.tsx'
import {
  createPartner,
  openPartner,
  updatePartner,
  type WirePartner,
  type PartnerEntry,
} from '../../backoffice.ts'
import { BenefitFields } from './benefit/BenefitFields.tsx'

type Props = {
  id: string | null
  lots: readonly BackOfficeLot[]
  onOpened: (partner: WirePartner) => void
}

/** What staff know of a shop, and its benefits. */
export function PartnerForm({ id, lots, onOpened }: Props) {
  const load = useCallback(
    async (signal: AbortSignal) => {
      const answer = await call(openPartner, { params: { id: id ?? '' }, signal })
      onOpened(answer.entity)
      return answer
    },
    [id, onOpened],
  )
  return (
    <EditScreen<WirePartner, PartnerEntry>
      load={id === null ? undefined : load}
      failed="Não foi possível carregar o parceiro"
      schema={createPartner.body}
      toFormValues={toFormValues}
      save={(body) =>
        id === null ? call(createPartner, { body }) : call(updatePartner, { params: { id }, body })
      }
      after={
        id === null
          ? { go: 'edit', to: (saved) => go('staff.partner', { params: { id: String(saved.id) } }) }
          : { go: 'refresh' }
      }
    >
      <ShopFields lots={lots} />
      <BenefitFields />
    </EditScreen>
  )
}

function ShopFields({ lots }: { lots: readonly BackOfficeLot[] }) {
  return (
    <>
      <TextField name="name" label="Nome da loja" autoComplete="off" required />
      <MaskedTextField name="cnpj" mask="cnpj" label="CNPJ" autoComplete="off" required />
      <EmailField
        label="E-mail do extrato"
        hint="Recebe o extrato do mês no dia 1º."
        autoComplete="off"
        required={false}
      />
      <LotsField lots={lots} />
      <div className={register.group}>
        <DecimalField name="month_count" label="Convênios por mês" places={0} required={false} />
        <DecimalField name="month_value" label="Descontos por mês (R$)" required={false} />
        <DecimalField
          name="share"
          label="Parte que a loja paga (%)"
          places={0}
          hint="Do que é concedido. Vale para os próximos convênios."
          required
        />
      </div>
      <CheckboxField name="active" label="Ativo: a loja valida tickets" />
    </>
  )
}

function toFormValues(partner: WirePartner | null): PartnerEntry {
  if (partner === null)
    return {
      name: '',
      cnpj: '',
      email: '',
      lot_ids: [],
      active: true,
      month_count: null,
      month_value: null,
      share: 100,
      benefits: [],
    }
  const { name, cnpj, email, lot_ids, active, month_count, month_value, share, benefits } = partner
  return { name, cnpj, email, lot_ids, active, month_count, month_value, share, benefits }
}
