import { useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { HumanCheckStatus } from '#session/web/human/HumanCheckStatus.tsx'
import { confirm } from '#kit/web/dialog/confirm.tsx'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { iconPaths, Icon, type IconName } from '#kit/web/Icon.tsx'
import { finishLoading, startLoading } from '#kit/web/notice/loading.ts'
import { notify, noticeMs } from '#kit/web/notice/notify.ts'
import { showSuccessTick } from '#kit/web/notice/Overlays.tsx'
import { Steps } from '#checkout/web/Steps.tsx'
import { Page, Panel } from '#kit/web/page/Page.tsx'
import type { SelectItem } from '#kit/web/select/remoteItems.ts'
import { RouteLink } from '#kit/web/route/RouteLink.tsx'
import { useRoute } from '#kit/web/route/routes.ts'
import { RemoteMultiSelect } from '#kit/web/select/RemoteMultiSelect.tsx'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { Countdown } from '#checkout/web/ticket/Countdown.tsx'
import { TicketCard } from '#checkout/web/ticket/TicketCard.tsx'
import { GalleryEdit } from './GalleryEdit.tsx'
import { GalleryFields } from './GalleryFields.tsx'
import { GalleryForm } from './GalleryForm.tsx'
import { GalleryList } from './GalleryList.tsx'

const facts = [
  { label: 'Tempo', value: '3h05min' },
  { label: 'Entrada', value: '21/11/2026 11:30' },
  { label: 'Pagar até', value: '14:40' },
]

const iconNames = Object.keys(iconPaths).filter((name): name is IconName => name in iconPaths)

export default function Gallery() {
  const { part } = useRoute().query
  if (part === 'list') return <GalleryList />
  if (part === 'edit') return <GalleryEdit />
  return part === 'fields' ? <GalleryFields /> : <Parts />
}

const screens = [
  { part: 'list', title: 'Lista' },
  { part: 'edit', id: '1', title: 'Edição' },
  { part: 'fields', title: 'Campos' },
]

function Parts() {
  return (
    <Page
      title="Peças do guichê"
      steps={<Steps at="accountData" />}
      onBackClick={() => history.back()}
      aside={<Tickets />}
    >
      <Panel title="Telas genéricas">
        {screens.map(({ title, ...query }) => (
          <RouteLink key={title} to="dev.ui" query={query} variant="plain">
            {title}
          </RouteLink>
        ))}
      </Panel>
      <Panel title="Formulário">
        <GalleryForm />
      </Panel>
      <Panel title="Escolha de vários">
        <Several />
      </Panel>
      <Panel title="Botões">
        <Button type="button">PAGAR R$ 12,00</Button>
        <Button type="button" disabledReason="Falta o número do cartão.">
          PAGAR R$ 12,00
        </Button>
        <Button variant="plain" icon="card">
          CARTÃO DE DÉBITO
        </Button>
        <Button variant="quiet">Alterar forma de pagamento</Button>
        <Button variant="danger" icon="trash">
          Deletar cartão
        </Button>
        <HumanCheckStatus />
      </Panel>
      <Panel title="Avisos e janelas">
        <Notices />
      </Panel>
      <Panel title="Esperas e ícones">
        <Skeleton lines={3} />
        <p>
          {iconNames.map((name) => (
            <Icon key={name} name={name} />
          ))}
        </p>
      </Panel>
    </Page>
  )
}

function Several() {
  const [items, setItems] = useState<readonly SelectItem[]>([])
  return (
    <RemoteMultiSelect
      label="Estacionamentos"
      source={{ url: '/api/gl_city' }}
      value={items}
      onChange={setItems}
      maxItems={2}
    />
  )
}

function Tickets() {
  const [now] = useState(() => Date.now())
  const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  return (
    <>
      <TicketCard code="0001234567890" lot="Garagem Centro" valueHuman="12,00" facts={facts} />
      <TicketCard code="0001234567890" lot="Garagem Centro" valueHuman="1.234,50" state="paid">
        <Countdown label="Sair até" deadline={inMinutes(12.7)} />
        <Countdown label="Sair até" deadline={inMinutes(3.2)} />
        <Countdown label="Sair até" deadline={inMinutes(-1)} />
      </TicketCard>
      <TicketCard code="0001234567890" lot="Garagem Centro" valueHuman="12,00" compact />
    </>
  )
}

function Notices() {
  const [open, setOpen] = useState(false)
  const kinds = ['danger', 'warning', 'info', 'success', 'default'] as const
  return (
    <>
      {kinds.map((kind) => (
        <Button
          key={kind}
          variant="plain"
          onClick={() => notify(`Aviso ${kind}, por ${noticeMs[kind] / 1000} s.`, kind)}
        >
          Aviso {kind}
        </Button>
      ))}
      <Button variant="plain" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Janela
      </Button>
      <Button variant="danger" onClick={() => void ask()}>
        Excluir
      </Button>
      <Button variant="plain" onClick={() => showSuccessTick()}>
        Confirmação
      </Button>
      <Button variant="plain" onClick={waitAWhile}>
        Espera
      </Button>
      {open && (
        <Dialog
          title="Por que precisamos do seu endereço?"
          onClose={() => setOpen(false)}
          actions={
            <Button type="button" onClick={() => setOpen(false)}>
              Entendi
            </Button>
          }
        >
          <p>As operadoras de cartão pedem o endereço para conferir se a compra é sua e evitar fraudes.</p>
        </Dialog>
      )}
    </>
  )
}

async function ask(): Promise<void> {
  const yes = await confirm('Excluir registro?', { yes: 'Excluir', danger: true })
  notify(yes ? 'Excluído.' : 'Mantido.', yes ? 'success' : 'info')
}

function waitAWhile(): void {
  startLoading()
  setTimeout(finishLoading, 1200)
}
