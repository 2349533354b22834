import { useState } from 'react'
import { Button } from '../Button.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import { Field } from '../field/Field.tsx'
import { notify } from '../notice/notify.ts'
import { getNativeApp } from './bridge.ts'
import { copyText } from './copyText.ts'

export function ShareButton({ content, children }: { content: Shared; children: string }) {
  const [copying, setCopying] = useState(false)
  const press = async () => setCopying(!(await share(content)))
  return (
    <>
      <Button variant="quiet" icon="share" onClick={() => void press()}>
        {children}
      </Button>
      {copying && <CopyDialog content={content} onClose={() => setCopying(false)} />}
    </>
  )
}

function CopyDialog({ content, onClose }: { content: Shared; onClose: () => void }) {
  const copy = async () => {
    if (!(await copyText(content.url)))
      return notify('O navegador não permitiu copiar. Selecione o endereço e copie.', 'warning')
    onClose()
    notify('Endereço copiado.', 'success')
  }
  return (
    <Dialog
      title={content.title}
      onClose={onClose}
      actions={
        <Button type="button" onClick={() => void copy()}>
          COPIAR
        </Button>
      }
    >
      <Field
        label="Copie o endereço"
        hint="Cole-o na mensagem para quem você quiser."
        value={content.url}
        readOnly
        data-autofocus=""
        // Backward: the field shows the beginning of the address.
        onFocus={({ target }) => target.setSelectionRange(0, target.value.length, 'backward')}
      />
    </Dialog>
  )
}

type Shared = { title: string; text: string; url: string }

/** Returns false if neither the app nor the browser can share. */
async function share(content: Shared): Promise<boolean> {
  const app = getNativeApp()
  try {
    if (app) await app.share(content)
    else if (typeof navigator.share === 'function') await navigator.share(content)
    else return false
    return true
  } catch (cause) {
    // Closing the sheet counts as done.
    return cause instanceof DOMException && cause.name === 'AbortError'
  }
}
