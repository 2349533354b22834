import { useCallback, useState } from 'react'
import { formatTaxId } from '#kit/brazil.ts'
import { formatReais } from '#kit/money.ts'
import { Facts } from '#checkout/web/ticket/TicketCard.tsx'
import { call } from '#kit/web/call/call.ts'
import { LoadView } from '#kit/web/call/LoadView.tsx'
import { useLoad } from '#kit/web/call/useLoad.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import { go, hrefTo, useRoute } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { AuditTimeline } from '#staff/web/audit/AuditTimeline.tsx'
import { confirmAndRun } from '#staff/web/backoffice/confirmAndRun.ts'
import { type RecordAction, RecordActions } from '#staff/web/backoffice/RecordActions.tsx'
import register from '#staff/web/backoffice/Register.module.css'
import { Tag } from '#staff/web/backoffice/Tag.tsx'
import { useAccess } from '#staff/web/frame/backoffice.ts'
import { StaffPage } from '#staff/web/frame/StaffPage.tsx'
import { useLoadedLots } from '#staff/web/lots/LotCheckboxes.tsx'
import { deletePartner, openPartner, type WirePartner } from '../../backoffice.ts'
import { partnerStates } from '../../states.ts'
import { benefitText } from './benefit/benefitTexts.ts'
import { PartnerForm } from './PartnerForm.tsx'
import { People } from './People.tsx'

export default function PartnerPage() {
  const id = useRoute().params['id'] ?? ''
  const isNew = id === 'new'
  const mayEdit = useAccess('manager')
  const [opened, setOpened] = useState<WirePartner>()
  return (
    <StaffPage
      title={opened?.name ?? (isNew ? 'Novo parceiro' : 'Parceiro')}
      for={isNew ? 'manager' : undefined}
      status={opened && <Tag of={partnerStates[opened.active ? 'active' : 'inactive']} />}
      actions={opened && <RecordActions actions={partnerActions(opened, mayEdit)} />}
    >
      {mayEdit ? (
        <Editable id={isNew ? null : id} onOpened={setOpened} />
      ) : (
        <Readable id={id} onOpened={setOpened} />
      )}
      {opened && (
        <div className={`${register.shown} stack loose`}>
          <People partner={opened} mayEdit={mayEdit} onChanged={setOpened} />
          <Month partner={opened} />
          <AuditTimeline subject="partner" id={String(opened.id)} record={opened} />
        </div>
      )}
    </StaffPage>
  )
}

type Opened = (partner: WirePartner) => void

function Editable({ id, onOpened }: { id: string | null; onOpened: Opened }) {
  const lots = useLoadedLots()
  if (lots === null) return <Skeleton lines={8} label="Buscando dados, aguarde..." />
  return <PartnerForm id={id} lots={lots} onOpened={onOpened} />
}

function Readable({ id, onOpened }: { id: string; onOpened: Opened }) {
  const load = useLoadOpened(id, onOpened)
  return (
    <LoadView load={load} failed="Não foi possível carregar o parceiro">
      {(partner) => (
        <div className={register.shown}>
          <Panel title="Cadastro">
            <Facts
              facts={[
                { label: 'CNPJ', value: formatTaxId(partner.cnpj) },
                { label: 'Estacionamentos', value: partner.lots.map(({ name }) => name).join(', ') },
                { label: 'Parte que a loja paga', value: `${partner.share} %` },
                ...partner.benefits.map((benefit) => ({
                  label: benefit.name,
                  value: `${benefitText(benefit)}${benefit.active ? '' : ', inativo'}`,
                })),
              ]}
            />
          </Panel>
        </div>
      )}
    </LoadView>
  )
}

function Month({
  partner: { month, month_count: maxCount, month_value: maxValue },
}: {
  partner: WirePartner
}) {
  return (
    <Panel title="Este mês">
      <Facts
        facts={[
          { label: 'Convênios', value: maxCount === null ? month.count : `${month.count} de ${maxCount}` },
          {
            label: 'Descontos',
            value: `R$ ${month.value.valueHuman}${maxValue === null ? '' : ` de ${formatReais(maxValue)}`}`,
          },
        ]}
      />
    </Panel>
  )
}

function partnerActions(partner: WirePartner, mayEdit: boolean): readonly RecordAction[] {
  const params = { id: String(partner.id) }
  const remove = () =>
    confirmAndRun(
      {
        title: 'Excluir o parceiro?',
        text: `${partner.name} nunca concedeu um convênio e deixa de existir.`,
        yes: 'Excluir',
        danger: true,
      },
      () => call(deletePartner, { params }),
      { done: 'Registro excluído.', onChanged: () => go('staff.partners') },
    )
  return [
    { text: 'Extrato', href: hrefTo('staff.partnerStatement', { params }) },
    ...(mayEdit ? [{ text: 'Imprimir códigos', href: hrefTo('staff.partnerCodes', { params }) }] : []),
    ...(partner.can.delete ? [{ text: 'Excluir', isDanger: true, run: remove }] : []),
  ]
}

/** The partner, which the page's head shows too. */
function useLoadOpened(id: string, onOpened: Opened) {
  return useLoad(
    useCallback(
      async (signal: AbortSignal) => {
        const { data } = await call(openPartner, { params: { id }, signal })
        onOpened(data)
        return data
      },
      [id, onOpened],
    ),
  )
}
