import type { ReactNode } from 'react'
import { CheckboxField, NativeSelectField, MaskedTextField, TextField } from '#kit/web/form/fields.tsx'
import { DateField } from '#kit/web/form/DateField.tsx'
import { DecimalField } from '#kit/web/form/DecimalField.tsx'
import { timeZoneChoices } from '#parking/timeZones.ts'
import { methodNames, methods } from '#payment/method/method.ts'
import type { WireSettings } from '../../settingsContract.ts'
import { creditAuthenticationTexts } from '../../payingSettings.ts'
import { shortNameLetters } from '#kit/text/shortName.ts'
import { useAccess } from '#staff/web/frame/backoffice.ts'
import css from './Settings.module.css'
import { servicePhone } from './servicePhone.ts'

export function OperatorFields() {
  return (
    <>
      <Pair>
        <TextField name="operatorName" label="Nome do operador" required />
        <MaskedTextField name="operatorCnpj" mask="cnpj" label="CNPJ" required />
      </Pair>
      <TextField
        name="operatorShortName"
        label="Nome curto"
        hint={`Fica sob o ícone de quem instala o portal: até ${shortNameLetters} letras. Vazio, vale o começo do nome.`}
      />
      <TextField
        name="copyright"
        label="Linha de direitos autorais"
        hint="Vazia, o rodapé mostra o nome do operador."
      />
      <TextField name="buildVersion" label="Versão mostrada no rodapé" required />
      <Pair>
        <TextField name="developerName" label="Desenvolvido por" hint="Vazio, o rodapé não mostra." />
        <TextField name="developerUrl" label="Site do desenvolvedor" inputMode="url" />
      </Pair>
      <DateField name="termsRevisedAt" label="Última revisão dos termos" required />
      <NativeSelectField
        name="operatorTimeZone"
        label="Fuso horário"
        hint="Vale para o que não é de um estacionamento, como a auditoria e os equipamentos."
        choices={timeZoneChoices}
        required
      />
      <TextField
        name="alertEmail"
        label="E-mail para avisos"
        hint="Recebe os avisos de pagamentos em análise. Vazio, vão a todos os administradores."
        type="email"
      />
    </>
  )
}

const offeredText = 'Só aparece ao motorista o que a adquirente configurada também faz.'

export function PayingFields() {
  return (
    <>
      {methodNames.map((name, at) => (
        <CheckboxField
          key={name}
          name={methods[name].setting}
          label={methods[name].receiptText}
          hint={at === 0 ? offeredText : undefined}
        />
      ))}
      <CheckboxField
        name="pixFirst"
        label="Oferecer antes dos cartões"
        hint="O Pix fica em primeiro lugar, com o botão principal."
      />
      <CheckboxField
        name="acceptsAttempted"
        label="Aceitar débito que o banco só tentou autenticar"
        hint="A bandeira responde no lugar do banco. Desmarcada, o motorista usa outro cartão."
      />
      <NativeSelectField
        name="creditAuthentication"
        label="Autenticação do crédito"
        choices={Object.entries(creditAuthenticationTexts).map(([value, text]) => ({ value, text }))}
      />
      <DecimalField
        name="creditAuthenticationFrom"
        label="Pedir ao banco a partir de (R$)"
        hint="0 pede em todo pagamento por crédito."
        required
      />
    </>
  )
}

export function ContestFields() {
  return (
    <>
      <Pair>
        <DecimalField
          name="contestDays"
          label="Dias para reclamar"
          hint="Contados do pagamento."
          places={0}
          required
        />
        <DecimalField
          name="contestAnswerDays"
          label="Dias para responder"
          hint="Dias corridos."
          places={0}
          required
        />
      </Pair>
      <DecimalField
        name="contestAuto"
        label="Devolver sem perguntar até (R$)"
        hint="Só o que os registros provam. 0 deixa toda reclamação para a equipe."
        required
      />
    </>
  )
}

export function ReserveFields({ settings: { reservesRunning } }: { settings: WireSettings }) {
  return (
    <>
      <CheckboxField
        name="reserveEnabled"
        label="Aceitar reservas de vagas"
        hint={`${runningText(reservesRunning)} Desligar só impede novas: as já feitas seguem até a saída.`}
      />
      <DecimalField name="reserveValue" label="Valor pré-autorizado (R$)" required />
      <DecimalField
        name="reserveMin"
        label="Valor retido (R$)"
        hint="Cobrado quando o cliente cancela ou não chega."
        required
      />
      <Pair>
        <DecimalField name="reserveHoldMinutes" label="Minutos para pagar" places={0} required />
        <DecimalField name="reserveArriveHours" label="Horas para chegar" places={0} required />
      </Pair>
    </>
  )
}

export function ContactFields() {
  return (
    <>
      <TextField name="contactEmail" label="E-mail" type="email" inputMode="email" required />
      <Pair>
        <MaskedTextField name="contactWhatsapp" mask="phone" label="WhatsApp" />
        <MaskedTextField
          name="contactPhone"
          mask={servicePhone}
          label="Telefone"
          hint="Com DDD, ou 0800, 0300, 4004, 3003."
        />
      </Pair>
      <TextField
        name="contactHours"
        label="Horário de atendimento"
        hint="Em palavras, como 'todos os dias, das 7h às 23h'. Vai também nos e-mails de reserva."
      />
      <CheckboxField
        name="payMachine"
        label="Há máquina de pagamento"
        hint="É indicada a quem não consegue pagar por aqui, como o caixa."
      />
      <CheckboxField name="payCashier" label="Há caixa que recebe tickets" />
    </>
  )
}

export function PageFields() {
  const isAdmin = useAccess('admin')
  return (
    <>
      <CheckboxField name="captchaEnabled" label="Pedir a verificação de segurança" />
      <CheckboxField name="warningsEnabled" label="Mostrar os avisos do servidor no rodapé" />
      <CheckboxField name="analyticsEnabled" label="Coletar dados de navegação de quem aceitar" />
      <TextField
        name="analyticsScriptUrl"
        label="Endereço do script de coleta"
        hint={isAdmin ? undefined : 'Só um administrador pode mudar este endereço.'}
        inputMode="url"
        readOnly={!isAdmin}
      />
      <CheckboxField name="analyticsChecked" label="A caixa opcional dos cookies começa marcada" />
    </>
  )
}

function runningText(running: number): string {
  if (running === 0) return 'Nenhuma reserva em andamento agora.'
  return running === 1 ? '1 reserva em andamento agora.' : `${running} reservas em andamento agora.`
}

function Pair({ children }: { children: ReactNode }) {
  return <div className={css.pair}>{children}</div>
}
