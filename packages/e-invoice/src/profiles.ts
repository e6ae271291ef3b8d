/** The profiles of Factur-X 1.09 (ZUGFeRD 2.5), XRechnung 3.0 and Peppol BIS Billing 3.0. */
import type { EInvoiceProfile } from '@toolpress/contract';

/** The levels of profiles. An element has the level of the first profile that contains it. */
export const LEVELS = { minimum: 0, basicWl: 1, basic: 2, en16931: 3, extended: 4 } as const;

/** `invoice.xml` is UBL other than XRechnung. */
export type InvoiceFilename = 'factur-x.xml' | 'xrechnung.xml' | 'invoice.xml';

interface Profile {
  level: (typeof LEVELS)[keyof typeof LEVELS];
  /** BT-24. */
  guideline: string;
  /** The level in the XMP metadata of the PDF. Empty for profiles that are not embedded in PDFs. */
  conformanceLevel: string;
  filename: InvoiceFilename;
  /** `Data` means that the XML cannot replace the printed invoice. */
  relationship: 'Alternative' | 'Data';
}

const FACTUR_X = 'factur-x.xml' as const;
const EN_16931 = 'urn:cen.eu:en16931:2017';

export const PROFILES: Readonly<Record<EInvoiceProfile, Profile>> = {
  minimum: {
    level: LEVELS.minimum,
    guideline: 'urn:factur-x.eu:1p0:minimum',
    conformanceLevel: 'MINIMUM',
    filename: FACTUR_X,
    relationship: 'Data',
  },
  basic_wl: {
    level: LEVELS.basicWl,
    guideline: 'urn:factur-x.eu:1p0:basicwl',
    conformanceLevel: 'BASIC WL',
    filename: FACTUR_X,
    relationship: 'Data',
  },
  basic: {
    level: LEVELS.basic,
    guideline: `${EN_16931}#compliant#urn:factur-x.eu:1p0:basic`,
    conformanceLevel: 'BASIC',
    filename: FACTUR_X,
    relationship: 'Alternative',
  },
  en16931: {
    level: LEVELS.en16931,
    guideline: EN_16931,
    conformanceLevel: 'EN 16931',
    filename: FACTUR_X,
    relationship: 'Alternative',
  },
  extended: {
    level: LEVELS.extended,
    guideline: `${EN_16931}#conformant#urn:factur-x.eu:1p0:extended`,
    conformanceLevel: 'EXTENDED',
    filename: FACTUR_X,
    relationship: 'Alternative',
  },
  xrechnung: {
    level: LEVELS.en16931,
    guideline: `${EN_16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
    conformanceLevel: 'XRECHNUNG',
    filename: 'xrechnung.xml',
    relationship: 'Alternative',
  },
  peppol_bis_3: {
    level: LEVELS.en16931,
    guideline: `${EN_16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
    conformanceLevel: '',
    filename: 'invoice.xml',
    relationship: 'Alternative',
  },
};

/** The process of plain billing, which XRechnung and Peppol require (PEPPOL-EN16931-R001). */
export const PEPPOL_BILLING = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
