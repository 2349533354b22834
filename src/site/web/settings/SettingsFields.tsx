import type { ReactNode } from 'react'
import { CheckboxField, NativeSelectField, MaskedTextField, TextField } from '#kit/web/form/fields.tsx'
import { DateField } from '#kit/web/form/DateField.tsx'
import { DecimalField } from '#kit/web/form/DecimalField.tsx'
import { methodNames, methods } from '#payment/method/method.ts'
import { creditAuthenticationTexts } from '../../payingSettings.ts'
import { useAccess } from '#staff/web/frame/backoffice.ts'
import { FeeFields } from './FeeFields.tsx'
import css from './Settings.module.css'
import { useFormContext } from 'react-hook-form'
import { contrastProblem, operatorPalette } from '../../palette.ts'

export function SettingsFields({ reservesRunning }: { reservesRunning: number }) {
  return (
    <>
      <Group title="Operador">
        <Pair>
          <TextField name="operatorName" label="Nome do operador" required />
          <TextField name="operatorCnpj" label="CNPJ" inputMode="numeric" required />
        </Pair>
        <TextField name="copyright" label="Linha de direitos autorais" required />
        <TextField name="buildVersion" label="Versão mostrada no rodapé" required />
        <Pair>
          <TextField name="developerName" label="Desenvolvido por" required />
          <TextField name="developerUrl" label="Site do desenvolvedor" inputMode="url" />
        </Pair>
        <DateField name="termsRevisedAt" label="Última revisão dos termos" required />
        <TextField
          name="alertEmail"
          label="E-mail para alertas"
          hint="Recebe os avisos de pagamentos em análise. Vazio, vão a todos os administradores."
          type="email"
        />
      </Group>
      <Contact />
      <PayingFields />
      <Group title="Taxas das adquirentes">
        <FeeFields />
      </Group>
      <ContestFields />
      <ReserveFields running={reservesRunning} />
      <PageGroup />
      <Group title="Cores">
        <ColorField name="signColor" label="Cor das ações" picked="ações" fallback="#0b57d0" />
        <ColorField name="goColor" label="Cor de pago" picked="pago" fallback="#0a7a4b" />
      </Group>
    </>
  )
}

const offeredText = 'Só aparece ao motorista o que a adquirente configurada também faz.'

function PayingFields() {
  return (
    <Group title="Formas de pagamento">
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
    </Group>
  )
}

function ContestFields() {
  return (
    <Group title="Reclamações">
      <Pair>
        <DecimalField
          name="contestDays"
          label="Dias para contestar"
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
    </Group>
  )
}

function ReserveFields({ running }: { running: number }) {
  return (
    <Group title="Reservas">
      <CheckboxField
        name="reserveEnabled"
        label="Aceitar reservas de vagas"
        hint={`${runningText(running)} Desligar só impede novas: as já feitas seguem até a saída.`}
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
    </Group>
  )
}

function Contact() {
  return (
    <Group title="Contato">
      <TextField name="contactEmail" label="E-mail" type="email" inputMode="email" required />
      <Pair>
        <MaskedTextField name="contactWhatsapp" mask="phone" label="WhatsApp" required />
        <MaskedTextField name="contactPhone" mask="phone" label="Telefone" required />
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
    </Group>
  )
}

function PageGroup() {
  const isAdmin = useAccess('admin')
  return (
    <Group title="Página">
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
    </Group>
  )
}

function runningText(running: number): string {
  if (running === 0) return 'Nenhuma reserva em andamento agora.'
  return running === 1 ? '1 reserva em andamento agora.' : `${running} reservas em andamento agora.`
}

function Pair({ children }: { children: ReactNode }) {
  return <div className={css.pair}>{children}</div>
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={css.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

type Props = { name: 'signColor' | 'goColor'; label: string; picked: string; fallback: string }

/** An empty field takes the portal's colour. `picked` says what the colour is for. */
function ColorField({ name, label, picked, fallback }: Props) {
  const { watch, setValue } = useFormContext()
  const typed: unknown = watch(name)
  const color = typeof typed === 'string' && /^#[0-9a-f]{6}$/i.test(typed) ? typed.toLowerCase() : fallback
  return (
    <div className={css.color}>
      <TextField
        name={name}
        label={label}
        hint={`Vazio, vale a cor do Guichê (${fallback}).`}
        spellCheck={false}
        autoComplete="off"
      />
      <div className={css.picked}>
        <input
          type="color"
          className={css.picker}
          aria-label={`Seletor de cor: ${picked}`}
          value={color}
          onChange={({ target }) =>
            setValue(name, target.value, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
          }
        />
        {contrastProblem(color) === null && <Samples name={name} color={color} />}
      </div>
    </div>
  )
}

function Samples({ name, color }: { name: Props['name']; color: string }) {
  const palette = operatorPalette({ signColor: null, goColor: null, [name]: color })
  const shade = (token: string) => palette[`--operator-${name === 'signColor' ? 'sign' : 'go'}${token}`]
  const samples = [
    { text: 'Claro', ground: color, ink: '#ffffff' },
    ...(name === 'signColor' ? [{ text: 'Toque', ground: shade('-deep'), ink: '#ffffff' }] : []),
    { text: 'Fundo', ground: shade('-tint'), ink: color },
    { text: 'Escuro', ground: shade('-dark'), ink: '#0b1120' },
  ]
  return (
    <svg className={css.samples} viewBox={`0 0 ${samples.length * 68} 44`} aria-hidden="true">
      {samples.map(({ text, ground, ink }, i) => (
        <g key={text}>
          <rect x={i * 68} width="64" height="44" rx="10" fill={ground} />
          <text x={i * 68 + 32} y="27" textAnchor="middle" fill={ink}>
            {text}
          </text>
        </g>
      ))}
    </svg>
  )
}
