import { useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { useCall } from '#kit/web/call/useLoad.ts'
import { LoadFailed } from '#kit/web/notice/LoadFailed.tsx'
import { Page, Panel } from '#kit/web/page/Page.tsx'
import { go } from '#kit/web/route/routes.ts'
import { Skeleton } from '#kit/web/Skeleton.tsx'
import { exportMyData } from '../../contract.ts'
import { Consents } from './Consents.tsx'
import { Erased, EraseDialog, type KeptRecord } from './EraseAccount.tsx'
import { OwnData, type MyData } from './OwnData.tsx'

const back = () => go('user.editmenu')

export default function MyDataPage() {
  const { view, reload } = useCall(exportMyData)
  const [erased, setErased] = useState<readonly KeptRecord[] | null>(null)
  if (erased) return <Erased kept={erased} />
  return (
    <Page title="Privacidade e meus dados" onBackClick={back}>
      {view.state === 'loading' && <Skeleton lines={10} label="Buscando seus dados..." />}
      {view.state === 'failed' && (
        <LoadFailed title="Não foi possível carregar seus dados" failure={view.failure} reload={reload} />
      )}
      {view.state === 'ready' && (
        <>
          <OwnData data={view.value.data} />
          <Consents consents={view.value.data.consents} onChange={reload} />
          <Export data={view.value.data} />
          <Erase kept={view.value.data.kept_after_erasure} onErased={setErased} />
        </>
      )}
    </Page>
  )
}

function Export({ data }: { data: MyData }) {
  const name = `meus-dados-${data.exported_at.slice(0, 10)}.json`
  return (
    <Panel title="Levar meus dados">
      <p>Tudo o que está guardado sobre você, em um arquivo JSON.</p>
      <Button
        look="plain"
        icon="download"
        onClick={() => saveFile(name, JSON.stringify(data, null, 2), 'application/json')}
      >
        Exportar meus dados
      </Button>
    </Panel>
  )
}

type EraseProps = { kept: readonly KeptRecord[]; onErased: (kept: readonly KeptRecord[]) => void }

function Erase({ kept, onErased }: EraseProps) {
  const [asking, setAsking] = useState(false)
  return (
    <Panel title="Excluir minha conta">
      <p>Apaga sua conta, seu endereço, seus veículos e seus cartões salvos. Não dá para desfazer.</p>
      <Button look="danger" icon="trash" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        Excluir minha conta
      </Button>
      {asking && <EraseDialog kept={kept} onClose={() => setAsking(false)} onErased={onErased} />}
    </Panel>
  )
}

function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
