import { Button } from '#kit/web/Button.tsx'
import { Dialog } from '#kit/web/dialog/Dialog.tsx'
import { copyText } from '#kit/web/native/copyText.ts'
import { notify } from '#kit/web/notice/notify.ts'
import css from './Device.module.css'

export function KeyDialog({ value, onClose }: { value: string; onClose: () => void }) {
  const copy = async () => {
    if (await copyText(value)) notify('Chave copiada.', 'success')
    else notify('Copie a chave à mão: o navegador não permitiu.', 'warning')
  }
  return (
    <Dialog
      title="Chave do equipamento"
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button look="primary" type="button" onClick={() => void copy()}>
            Copiar chave
          </Button>
          <Button look="plain" onClick={onClose}>
            Já guardei
          </Button>
        </>
      }
    >
      <p>Guarde a chave agora: ela não será mostrada de novo.</p>
      <p>
        <code className={css.key} translate="no">
          {value}
        </code>
      </p>
    </Dialog>
  )
}
