/** Certificates and signatures for tests, X.509 v3 and CMS in DER. They are created in each run, so that no key is stored. */
import {
  createPrivateKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import { isIPv4 } from 'node:net';

export interface TestCertificate {
  /** As PEM. */
  readonly key: string;
  readonly cert: string;
  readonly subject: string;
}

interface CertificateOptions {
  /** The common name. */
  readonly subject: string;
  /** The DNS names and IPv4 addresses. */
  readonly names?: readonly string[];
  /** The certificate is self-signed without an issuer. */
  readonly issuer?: TestCertificate;
  readonly validFrom?: Date;
  readonly validTo?: Date;
}

const DAY_MS = 86_400_000;

export function makeCertificate(options: CertificateOptions): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const issuer = options.issuer ?? { key: pemOfKey(privateKey), subject: options.subject };
  const body = sequence(
    tagged(0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    commonName(issuer.subject),
    sequence(
      time(options.validFrom ?? new Date(Date.now() - DAY_MS)),
      time(options.validTo ?? new Date(Date.now() + DAY_MS)),
    ),
    commonName(options.subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(options.names === undefined ? authority() : alternativeNames(options.names))),
  );
  const signature = sign('sha256', body, createPrivateKey(issuer.key));
  const der = sequence(body, ECDSA_WITH_SHA256, element(0x03, Buffer.of(0), signature));
  return { key: pemOfKey(privateKey), cert: pem('CERTIFICATE', der), subject: options.subject };
}

/** Returns a detached signature of the content (CMS, RFC 5652), in DER. @param certificate self-signed. */
export function signatureOf(content: Buffer, { key, cert, subject }: TestCertificate): Buffer {
  const { raw, serialNumber } = new X509Certificate(cert);
  const attribute = (type: string, value: Buffer): Buffer => sequence(id(type), element(0x31, value));
  const digest = hash('sha256', content, 'buffer');
  const attributes = [attribute('2a864886f70d010903', id(DATA)), attribute('2a864886f70d010904', octets(digest))];
  const signer = sequence(
    integer(Buffer.of(1)),
    sequence(commonName(subject), integer(Buffer.from(serialNumber, 'hex'))),
    SHA256,
    tagged(0, Buffer.concat(attributes)),
    ECDSA_WITH_SHA256,
    octets(sign('sha256', element(0x31, ...attributes), createPrivateKey(key))),
  );
  const signed = [
    integer(Buffer.of(1)),
    element(0x31, SHA256),
    sequence(id(DATA)),
    tagged(0, raw),
    element(0x31, signer),
  ];
  return sequence(id('2a864886f70d010702'), tagged(0, sequence(...signed)));
}

const pemOfKey = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

/** Encodes a tag, the length in its shortest form, and the content. */
function element(tag: number, ...content: Buffer[]): Buffer {
  const value = Buffer.concat(content);
  const { length } = value;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), value]);
  if (length < 0x100) return Buffer.concat([Buffer.of(tag, 0x81, length), value]);
  return Buffer.concat([Buffer.of(tag, 0x82, length >> 8, length & 0xff), value]);
}

const sequence = (...content: Buffer[]): Buffer => element(0x30, ...content);
const tagged = (number: number, content: Buffer): Buffer => element(0xa0 | number, content);
const integer = (bytes: Buffer): Buffer => element(0x02, bytes);
const octets = (content: Buffer): Buffer => element(0x04, content);
const id = (hex: string): Buffer => element(0x06, Buffer.from(hex, 'hex'));
const TRUE = element(0x01, Buffer.of(0xff));

const DATA = '2a864886f70d010701';
const SHA256 = sequence(id('608648016503040201'));
const ECDSA_WITH_SHA256 = sequence(id('2a8648ce3d040302'));

function commonName(name: string): Buffer {
  return sequence(element(0x31, sequence(id('550403'), element(0x0c, Buffer.from(name)))));
}

/** Encodes a GeneralizedTime: `YYYYMMDDHHMMSSZ`. */
function time(date: Date): Buffer {
  return element(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`));
}

/** The basic constraints of an issuer. */
const authority = (): Buffer => sequence(id('551d13'), TRUE, octets(sequence(TRUE)));

function alternativeNames(names: readonly string[]): Buffer {
  const entries = names.map((name) =>
    isIPv4(name) ? element(0x87, Buffer.from(name.split('.').map(Number))) : element(0x82, Buffer.from(name)),
  );
  return sequence(id('551d11'), octets(sequence(...entries)));
}
