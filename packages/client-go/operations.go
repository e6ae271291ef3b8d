// Code generated from the OpenAPI document by npm run docs. DO NOT EDIT.

package toolpress

import (
	"context"
	"net/url"
)

type ErrorEnvelope struct {
	Success bool   `json:"success"`
	Error   string `json:"error"`
}

type HttpWarning struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

type HttpResultFile struct {
	Id                 string `json:"id"`
	DownloadUrl        string `json:"download_url"`
	SignedUrl          string `json:"signed_url"`
	SignedUrlExpiresAt string `json:"signed_url_expires_at"`
	ExpiresAt          string `json:"expires_at"`
	SizeBytes          int64  `json:"size_bytes"`
	ContentType        string `json:"content_type"`
	Sha256             string `json:"sha256"`
}

type HttpResultPages struct {
	Count    int64  `json:"count"`
	Items    int64  `json:"items"`
	Complete bool   `json:"complete"`
	Stopped  string `json:"stopped"`
	Next     any    `json:"next,omitempty"`
	LastBody any    `json:"last_body,omitempty"`
}

type HttpResult struct {
	Status       int64            `json:"status"`
	Headers      map[string]any   `json:"headers"`
	Body         any              `json:"body"`
	BodyEncoding string           `json:"body_encoding,omitempty"`
	File         *HttpResultFile  `json:"file,omitempty"`
	Pages        *HttpResultPages `json:"pages,omitempty"`
	Attempts     *int64           `json:"attempts,omitempty"`
	Warnings     []HttpWarning    `json:"warnings,omitempty"`
}

type HttpRequestMultipartItem struct {
	Name        string `json:"name"`
	Value       string `json:"value,omitempty"`
	Base64      string `json:"base64,omitempty"`
	File        string `json:"file,omitempty"`
	Filename    string `json:"filename,omitempty"`
	ContentType string `json:"content_type,omitempty"`
}

type HttpRequestPaginate struct {
	By       string `json:"by"`
	Items    string `json:"items,omitempty"`
	Next     string `json:"next,omitempty"`
	Query    string `json:"query,omitempty"`
	Body     string `json:"body,omitempty"`
	First    *int64 `json:"first,omitempty"`
	More     string `json:"more,omitempty"`
	Last     string `json:"last,omitempty"`
	Total    string `json:"total,omitempty"`
	MaxPages *int64 `json:"max_pages,omitempty"`
	MaxItems *int64 `json:"max_items,omitempty"`
}

type HttpRequestRetry struct {
	Attempts int64   `json:"attempts"`
	On       []int64 `json:"on,omitempty"`
}

type HttpRequestConnections struct {
	Http string `json:"http"`
}

type HttpRequest struct {
	Method      string                     `json:"method"`
	Url         string                     `json:"url"`
	Headers     map[string]any             `json:"headers,omitempty"`
	Body        any                        `json:"body,omitempty"`
	Form        map[string]any             `json:"form,omitempty"`
	Text        string                     `json:"text,omitempty"`
	Base64      string                     `json:"base64,omitempty"`
	Multipart   []HttpRequestMultipartItem `json:"multipart,omitempty"`
	File        string                     `json:"file,omitempty"`
	ContentType string                     `json:"content_type,omitempty"`
	Response    string                     `json:"response,omitempty"`
	Paginate    *HttpRequestPaginate       `json:"paginate,omitempty"`
	Retry       *HttpRequestRetry          `json:"retry,omitempty"`
	Connections *HttpRequestConnections    `json:"_connections,omitempty"`
}

type ContentWarning struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Line    *int64 `json:"line,omitempty"`
	Column  *int64 `json:"column,omitempty"`
}

type PdfResultDelivered struct {
	Connection string `json:"connection"`
	Bucket     string `json:"bucket"`
	Key        string `json:"key"`
}

type PdfResultTemplate struct {
	Name    string `json:"name"`
	Version any    `json:"version"`
}

type PdfResult struct {
	DownloadUrl        string              `json:"download_url"`
	SignedUrl          string              `json:"signed_url"`
	SignedUrlExpiresAt string              `json:"signed_url_expires_at"`
	ExpiresAt          string              `json:"expires_at"`
	SizeBytes          int64               `json:"size_bytes"`
	PageCount          int64               `json:"page_count"`
	PdfBase64          string              `json:"pdf_base64,omitempty"`
	Xml                string              `json:"xml,omitempty"`
	Delivered          *PdfResultDelivered `json:"delivered,omitempty"`
	Warnings           []ContentWarning    `json:"warnings,omitempty"`
	Template           *PdfResultTemplate  `json:"template,omitempty"`
}

type RecordCondition struct {
	Field string `json:"field"`
	Op    string `json:"op,omitempty"`
	Value any    `json:"value,omitempty"`
}

type RecordSortKey struct {
	Field     string `json:"field"`
	Direction string `json:"direction,omitempty"`
}

type RecordGrandchildren struct {
	TableId string            `json:"table_id"`
	By      string            `json:"by"`
	Where   []RecordCondition `json:"where,omitempty"`
	Sort    []RecordSortKey   `json:"sort,omitempty"`
	Limit   *int64            `json:"limit,omitempty"`
	Fields  []string          `json:"fields,omitempty"`
	Expand  map[string]any    `json:"expand,omitempty"`
}

type RecordChildren struct {
	TableId  string                         `json:"table_id"`
	By       string                         `json:"by"`
	Where    []RecordCondition              `json:"where,omitempty"`
	Sort     []RecordSortKey                `json:"sort,omitempty"`
	Limit    *int64                         `json:"limit,omitempty"`
	Fields   []string                       `json:"fields,omitempty"`
	Expand   map[string]any                 `json:"expand,omitempty"`
	Children map[string]RecordGrandchildren `json:"children,omitempty"`
}

type Conformance = string

type InvoiceSellerIdsItem struct {
	Id     string `json:"id"`
	Scheme string `json:"scheme,omitempty"`
}

type InvoiceSellerLegalRegistration struct {
	Id     string `json:"id"`
	Scheme string `json:"scheme,omitempty"`
}

type InvoiceSellerElectronicAddress struct {
	Id     string `json:"id"`
	Scheme string `json:"scheme,omitempty"`
}

type InvoiceSellerAddress struct {
	Line1       string `json:"line_1,omitempty"`
	Line2       string `json:"line_2,omitempty"`
	Line3       string `json:"line_3,omitempty"`
	City        string `json:"city,omitempty"`
	PostCode    string `json:"post_code,omitempty"`
	Subdivision string `json:"subdivision,omitempty"`
	Country     string `json:"country,omitempty"`
}

type InvoiceSellerContact struct {
	Name  string `json:"name,omitempty"`
	Phone string `json:"phone,omitempty"`
	Email string `json:"email,omitempty"`
}

type InvoiceSeller struct {
	Name              string                          `json:"name,omitempty"`
	TradingName       string                          `json:"trading_name,omitempty"`
	Ids               []InvoiceSellerIdsItem          `json:"ids,omitempty"`
	LegalRegistration *InvoiceSellerLegalRegistration `json:"legal_registration,omitempty"`
	VatId             string                          `json:"vat_id,omitempty"`
	TaxNumber         string                          `json:"tax_number,omitempty"`
	LegalInformation  string                          `json:"legal_information,omitempty"`
	ElectronicAddress *InvoiceSellerElectronicAddress `json:"electronic_address,omitempty"`
	Address           *InvoiceSellerAddress           `json:"address,omitempty"`
	Contact           *InvoiceSellerContact           `json:"contact,omitempty"`
}

type InvoiceBuyerId struct {
	Id     string `json:"id"`
	Scheme string `json:"scheme,omitempty"`
}

type InvoiceBuyerLegalRegistration struct {
	Id     string `json:"id"`
	Scheme string `json:"scheme,omitempty"`
}

type InvoiceBuyerElectronicAddress struct {
	Id     string `json:"id"`
	Scheme string `json:"scheme,omitempty"`
}

type InvoiceBuyerAddress struct {
	Line1       string `json:"line_1,omitempty"`
	Line2       string `json:"line_2,omitempty"`
	Line3       string `json:"line_3,omitempty"`
	City        string `json:"city,omitempty"`
	PostCode    string `json:"post_code,omitempty"`
	Subdivision string `json:"subdivision,omitempty"`
	Country     string `json:"country,omitempty"`
}

type InvoiceBuyerContact struct {
	Name  string `json:"name,omitempty"`
	Phone string `json:"phone,omitempty"`
	Email string `json:"email,omitempty"`
}

type InvoiceBuyer struct {
	Name              string                         `json:"name,omitempty"`
	TradingName       string                         `json:"trading_name,omitempty"`
	Id                *InvoiceBuyerId                `json:"id,omitempty"`
	LegalRegistration *InvoiceBuyerLegalRegistration `json:"legal_registration,omitempty"`
	VatId             string                         `json:"vat_id,omitempty"`
	ElectronicAddress *InvoiceBuyerElectronicAddress `json:"electronic_address,omitempty"`
	Address           *InvoiceBuyerAddress           `json:"address,omitempty"`
	Contact           *InvoiceBuyerContact           `json:"contact,omitempty"`
}

type InvoiceLineObject struct {
	Id     string `json:"id"`
	Scheme string `json:"scheme,omitempty"`
}

type InvoiceLinePeriod struct {
	StartDate string `json:"start_date,omitempty"`
	EndDate   string `json:"end_date,omitempty"`
}

type InvoiceLineAllowancesItem struct {
	Amount     any    `json:"amount,omitempty"`
	BaseAmount any    `json:"base_amount,omitempty"`
	Percentage any    `json:"percentage,omitempty"`
	Reason     string `json:"reason,omitempty"`
	ReasonCode string `json:"reason_code,omitempty"`
}

type InvoiceLineChargesItem struct {
	Amount     any    `json:"amount,omitempty"`
	BaseAmount any    `json:"base_amount,omitempty"`
	Percentage any    `json:"percentage,omitempty"`
	Reason     string `json:"reason,omitempty"`
	ReasonCode string `json:"reason_code,omitempty"`
}

type InvoiceLineStandardItemId struct {
	Id     string `json:"id"`
	Scheme string `json:"scheme,omitempty"`
}

type InvoiceLineClassificationsItem struct {
	Code          string `json:"code"`
	Scheme        string `json:"scheme,omitempty"`
	SchemeVersion string `json:"scheme_version,omitempty"`
}

type InvoiceLineAttributesItem struct {
	Name  string `json:"name,omitempty"`
	Value string `json:"value,omitempty"`
}

type InvoiceLineInstancesItem struct {
	BatchId  string `json:"batch_id,omitempty"`
	SerialId string `json:"serial_id,omitempty"`
}

type InvoiceLine struct {
	Id                       string                           `json:"id,omitempty"`
	Note                     string                           `json:"note,omitempty"`
	Object                   *InvoiceLineObject               `json:"object,omitempty"`
	Quantity                 any                              `json:"quantity,omitempty"`
	Unit                     string                           `json:"unit,omitempty"`
	NetAmount                any                              `json:"net_amount,omitempty"`
	OrderLineReference       string                           `json:"order_line_reference,omitempty"`
	PurchaseOrderReference   string                           `json:"purchase_order_reference,omitempty"`
	DespatchAdviceReference  string                           `json:"despatch_advice_reference,omitempty"`
	DeliveryDate             string                           `json:"delivery_date,omitempty"`
	BuyerAccountingReference string                           `json:"buyer_accounting_reference,omitempty"`
	Period                   *InvoiceLinePeriod               `json:"period,omitempty"`
	Allowances               []InvoiceLineAllowancesItem      `json:"allowances,omitempty"`
	Charges                  []InvoiceLineChargesItem         `json:"charges,omitempty"`
	NetPrice                 any                              `json:"net_price,omitempty"`
	PriceDiscount            any                              `json:"price_discount,omitempty"`
	GrossPrice               any                              `json:"gross_price,omitempty"`
	PriceQuantity            any                              `json:"price_quantity,omitempty"`
	PriceUnit                string                           `json:"price_unit,omitempty"`
	VatCategory              string                           `json:"vat_category,omitempty"`
	VatRate                  any                              `json:"vat_rate,omitempty"`
	Name                     string                           `json:"name,omitempty"`
	Description              string                           `json:"description,omitempty"`
	SellerItemId             string                           `json:"seller_item_id,omitempty"`
	BuyerItemId              string                           `json:"buyer_item_id,omitempty"`
	StandardItemId           *InvoiceLineStandardItemId       `json:"standard_item_id,omitempty"`
	Classifications          []InvoiceLineClassificationsItem `json:"classifications,omitempty"`
	OriginCountry            string                           `json:"origin_country,omitempty"`
	Attributes               []InvoiceLineAttributesItem      `json:"attributes,omitempty"`
	Instances                []InvoiceLineInstancesItem       `json:"instances,omitempty"`
}

type InvoiceInvoicedObject struct {
	Id     string `json:"id"`
	Scheme string `json:"scheme,omitempty"`
}

type InvoiceCashDiscountsItem struct {
	Days       any `json:"days"`
	Percentage any `json:"percentage"`
	BaseAmount any `json:"base_amount,omitempty"`
}

type InvoiceNotesItem struct {
	Text        string `json:"text"`
	SubjectCode string `json:"subject_code,omitempty"`
}

type InvoicePrecedingInvoicesItem struct {
	Number    string `json:"number,omitempty"`
	IssueDate string `json:"issue_date,omitempty"`
}

type InvoicePayeeId struct {
	Id     string `json:"id"`
	Scheme string `json:"scheme,omitempty"`
}

type InvoicePayeeLegalRegistration struct {
	Id     string `json:"id"`
	Scheme string `json:"scheme,omitempty"`
}

type InvoicePayee struct {
	Name              string                         `json:"name,omitempty"`
	Id                *InvoicePayeeId                `json:"id,omitempty"`
	LegalRegistration *InvoicePayeeLegalRegistration `json:"legal_registration,omitempty"`
}

type InvoiceSellerTaxRepresentativeAddress struct {
	Line1       string `json:"line_1,omitempty"`
	Line2       string `json:"line_2,omitempty"`
	Line3       string `json:"line_3,omitempty"`
	City        string `json:"city,omitempty"`
	PostCode    string `json:"post_code,omitempty"`
	Subdivision string `json:"subdivision,omitempty"`
	Country     string `json:"country,omitempty"`
}

type InvoiceSellerTaxRepresentative struct {
	Name    string                                 `json:"name,omitempty"`
	VatId   string                                 `json:"vat_id,omitempty"`
	Address *InvoiceSellerTaxRepresentativeAddress `json:"address,omitempty"`
}

type InvoiceDeliveryLocationId struct {
	Id     string `json:"id"`
	Scheme string `json:"scheme,omitempty"`
}

type InvoiceDeliveryAddress struct {
	Line1       string `json:"line_1,omitempty"`
	Line2       string `json:"line_2,omitempty"`
	Line3       string `json:"line_3,omitempty"`
	City        string `json:"city,omitempty"`
	PostCode    string `json:"post_code,omitempty"`
	Subdivision string `json:"subdivision,omitempty"`
	Country     string `json:"country,omitempty"`
}

type InvoiceDelivery struct {
	Name       string                     `json:"name,omitempty"`
	LocationId *InvoiceDeliveryLocationId `json:"location_id,omitempty"`
	Date       string                     `json:"date,omitempty"`
	Address    *InvoiceDeliveryAddress    `json:"address,omitempty"`
}

type InvoiceUltimateShipToId struct {
	Id     string `json:"id"`
	Scheme string `json:"scheme,omitempty"`
}

type InvoiceUltimateShipToAddress struct {
	Line1       string `json:"line_1,omitempty"`
	Line2       string `json:"line_2,omitempty"`
	Line3       string `json:"line_3,omitempty"`
	City        string `json:"city,omitempty"`
	PostCode    string `json:"post_code,omitempty"`
	Subdivision string `json:"subdivision,omitempty"`
	Country     string `json:"country,omitempty"`
}

type InvoiceUltimateShipTo struct {
	Name    string                        `json:"name"`
	Id      *InvoiceUltimateShipToId      `json:"id,omitempty"`
	Address *InvoiceUltimateShipToAddress `json:"address,omitempty"`
}

type InvoiceShipFromId struct {
	Id     string `json:"id"`
	Scheme string `json:"scheme,omitempty"`
}

type InvoiceShipFromAddress struct {
	Line1       string `json:"line_1,omitempty"`
	Line2       string `json:"line_2,omitempty"`
	Line3       string `json:"line_3,omitempty"`
	City        string `json:"city,omitempty"`
	PostCode    string `json:"post_code,omitempty"`
	Subdivision string `json:"subdivision,omitempty"`
	Country     string `json:"country,omitempty"`
}

type InvoiceShipFrom struct {
	Name    string                  `json:"name"`
	Id      *InvoiceShipFromId      `json:"id,omitempty"`
	Address *InvoiceShipFromAddress `json:"address,omitempty"`
}

type InvoiceInvoiceeId struct {
	Id     string `json:"id"`
	Scheme string `json:"scheme,omitempty"`
}

type InvoiceInvoiceeAddress struct {
	Line1       string `json:"line_1,omitempty"`
	Line2       string `json:"line_2,omitempty"`
	Line3       string `json:"line_3,omitempty"`
	City        string `json:"city,omitempty"`
	PostCode    string `json:"post_code,omitempty"`
	Subdivision string `json:"subdivision,omitempty"`
	Country     string `json:"country,omitempty"`
}

type InvoiceInvoicee struct {
	Name    string                  `json:"name"`
	Id      *InvoiceInvoiceeId      `json:"id,omitempty"`
	VatId   string                  `json:"vat_id,omitempty"`
	Address *InvoiceInvoiceeAddress `json:"address,omitempty"`
}

type InvoiceInvoicingPeriod struct {
	StartDate string `json:"start_date,omitempty"`
	EndDate   string `json:"end_date,omitempty"`
}

type InvoicePaymentCreditTransfersItem struct {
	AccountId   string `json:"account_id,omitempty"`
	AccountName string `json:"account_name,omitempty"`
	Bic         string `json:"bic,omitempty"`
}

type InvoicePaymentCard struct {
	Number string `json:"number,omitempty"`
	Holder string `json:"holder,omitempty"`
}

type InvoicePaymentDirectDebit struct {
	MandateReference string `json:"mandate_reference,omitempty"`
	CreditorId       string `json:"creditor_id,omitempty"`
	DebitedAccount   string `json:"debited_account,omitempty"`
}

type InvoicePayment struct {
	MeansCode             string                              `json:"means_code,omitempty"`
	MeansText             string                              `json:"means_text,omitempty"`
	RemittanceInformation string                              `json:"remittance_information,omitempty"`
	CreditTransfers       []InvoicePaymentCreditTransfersItem `json:"credit_transfers,omitempty"`
	Card                  *InvoicePaymentCard                 `json:"card,omitempty"`
	DirectDebit           *InvoicePaymentDirectDebit          `json:"direct_debit,omitempty"`
}

type InvoiceAllowancesItem struct {
	Amount      any    `json:"amount,omitempty"`
	BaseAmount  any    `json:"base_amount,omitempty"`
	Percentage  any    `json:"percentage,omitempty"`
	Reason      string `json:"reason,omitempty"`
	ReasonCode  string `json:"reason_code,omitempty"`
	VatCategory string `json:"vat_category,omitempty"`
	VatRate     any    `json:"vat_rate,omitempty"`
}

type InvoiceChargesItem struct {
	Amount      any    `json:"amount,omitempty"`
	BaseAmount  any    `json:"base_amount,omitempty"`
	Percentage  any    `json:"percentage,omitempty"`
	Reason      string `json:"reason,omitempty"`
	ReasonCode  string `json:"reason_code,omitempty"`
	VatCategory string `json:"vat_category,omitempty"`
	VatRate     any    `json:"vat_rate,omitempty"`
	IsLogistics bool   `json:"is_logistics,omitempty"`
}

type InvoiceTotals struct {
	LineTotal             any `json:"line_total,omitempty"`
	AllowanceTotal        any `json:"allowance_total,omitempty"`
	ChargeTotal           any `json:"charge_total,omitempty"`
	NetTotal              any `json:"net_total,omitempty"`
	VatTotal              any `json:"vat_total,omitempty"`
	VatTotalInVatCurrency any `json:"vat_total_in_vat_currency,omitempty"`
	GrandTotal            any `json:"grand_total,omitempty"`
	Prepaid               any `json:"prepaid,omitempty"`
	Rounding              any `json:"rounding,omitempty"`
	AmountDue             any `json:"amount_due,omitempty"`
}

type InvoiceVatBreakdownItem struct {
	TaxableAmount       any    `json:"taxable_amount,omitempty"`
	TaxAmount           any    `json:"tax_amount,omitempty"`
	Category            string `json:"category,omitempty"`
	Rate                any    `json:"rate,omitempty"`
	ExemptionReason     string `json:"exemption_reason,omitempty"`
	ExemptionReasonCode string `json:"exemption_reason_code,omitempty"`
}

type InvoiceSupportingDocumentsItemFile struct {
	Filename   string `json:"filename"`
	MimeType   string `json:"mime_type"`
	DataBase64 string `json:"data_base64"`
}

type InvoiceSupportingDocumentsItem struct {
	Reference   string                              `json:"reference,omitempty"`
	Description string                              `json:"description,omitempty"`
	Url         string                              `json:"url,omitempty"`
	File        *InvoiceSupportingDocumentsItemFile `json:"file,omitempty"`
}

type Invoice struct {
	Number                   string                           `json:"number,omitempty"`
	IssueDate                string                           `json:"issue_date,omitempty"`
	TypeCode                 string                           `json:"type_code,omitempty"`
	Currency                 string                           `json:"currency,omitempty"`
	VatCurrency              string                           `json:"vat_currency,omitempty"`
	VatPointDate             string                           `json:"vat_point_date,omitempty"`
	VatPointDateCode         string                           `json:"vat_point_date_code,omitempty"`
	DueDate                  string                           `json:"due_date,omitempty"`
	BuyerReference           string                           `json:"buyer_reference,omitempty"`
	ProjectReference         string                           `json:"project_reference,omitempty"`
	ContractReference        string                           `json:"contract_reference,omitempty"`
	PurchaseOrderReference   string                           `json:"purchase_order_reference,omitempty"`
	SalesOrderReference      string                           `json:"sales_order_reference,omitempty"`
	ReceivingAdviceReference string                           `json:"receiving_advice_reference,omitempty"`
	DespatchAdviceReference  string                           `json:"despatch_advice_reference,omitempty"`
	DeliveryNoteReference    string                           `json:"delivery_note_reference,omitempty"`
	TenderOrLotReference     string                           `json:"tender_or_lot_reference,omitempty"`
	InvoicedObject           *InvoiceInvoicedObject           `json:"invoiced_object,omitempty"`
	BuyerAccountingReference string                           `json:"buyer_accounting_reference,omitempty"`
	PaymentTerms             string                           `json:"payment_terms,omitempty"`
	CashDiscounts            []InvoiceCashDiscountsItem       `json:"cash_discounts,omitempty"`
	Notes                    []InvoiceNotesItem               `json:"notes,omitempty"`
	BusinessProcess          string                           `json:"business_process,omitempty"`
	PrecedingInvoices        []InvoicePrecedingInvoicesItem   `json:"preceding_invoices,omitempty"`
	Seller                   *InvoiceSeller                   `json:"seller,omitempty"`
	Buyer                    *InvoiceBuyer                    `json:"buyer,omitempty"`
	Payee                    *InvoicePayee                    `json:"payee,omitempty"`
	SellerTaxRepresentative  *InvoiceSellerTaxRepresentative  `json:"seller_tax_representative,omitempty"`
	Delivery                 *InvoiceDelivery                 `json:"delivery,omitempty"`
	UltimateShipTo           *InvoiceUltimateShipTo           `json:"ultimate_ship_to,omitempty"`
	ShipFrom                 *InvoiceShipFrom                 `json:"ship_from,omitempty"`
	Invoicee                 *InvoiceInvoicee                 `json:"invoicee,omitempty"`
	InvoicingPeriod          *InvoiceInvoicingPeriod          `json:"invoicing_period,omitempty"`
	Payment                  *InvoicePayment                  `json:"payment,omitempty"`
	Allowances               []InvoiceAllowancesItem          `json:"allowances,omitempty"`
	Charges                  []InvoiceChargesItem             `json:"charges,omitempty"`
	Totals                   *InvoiceTotals                   `json:"totals,omitempty"`
	VatBreakdown             []InvoiceVatBreakdownItem        `json:"vat_breakdown,omitempty"`
	SupportingDocuments      []InvoiceSupportingDocumentsItem `json:"supporting_documents,omitempty"`
	Lines                    []InvoiceLine                    `json:"lines,omitempty"`
}

type EInvoice struct {
	Profile     string   `json:"profile"`
	Syntax      string   `json:"syntax,omitempty"`
	Xml         string   `json:"xml,omitempty"`
	Invoice     *Invoice `json:"invoice,omitempty"`
	InvoiceFrom string   `json:"invoice_from,omitempty"`
	Output      string   `json:"output,omitempty"`
}

type PdfRequestFilesValue1 struct {
	Base64 string `json:"base64"`
}

type PdfRequestFilesValue2 struct {
	File string `json:"file"`
}

type PdfRequestDataFromConnections struct {
	Tablebase string `json:"tablebase"`
}

type PdfRequestDataFromWhere struct {
	Field string `json:"field"`
	Value any    `json:"value"`
}

type PdfRequestDataFrom struct {
	BaseId      string                        `json:"base_id"`
	TableId     string                        `json:"table_id"`
	Connections PdfRequestDataFromConnections `json:"_connections"`
	RecordId    string                        `json:"record_id,omitempty"`
	Where       any                           `json:"where,omitempty"`
	List        bool                          `json:"list,omitempty"`
	Sort        []RecordSortKey               `json:"sort,omitempty"`
	Limit       *int64                        `json:"limit,omitempty"`
	Fields      []string                      `json:"fields,omitempty"`
	Expand      map[string]any                `json:"expand,omitempty"`
	Children    map[string]RecordChildren     `json:"children,omitempty"`
	CellFormat  string                        `json:"cell_format,omitempty"`
}

type PdfRequestPageSize1 struct {
	Width  string `json:"width"`
	Height string `json:"height"`
}

type PdfRequestMargin2 struct {
	Top    any `json:"top,omitempty"`
	Right  any `json:"right,omitempty"`
	Bottom any `json:"bottom,omitempty"`
	Left   any `json:"left,omitempty"`
}

type PdfRequestHeaderHtml1 struct {
	Default string `json:"default,omitempty"`
	First   string `json:"first,omitempty"`
	Last    string `json:"last,omitempty"`
	Even    string `json:"even,omitempty"`
	Odd     string `json:"odd,omitempty"`
}

type PdfRequestFooterHtml1 struct {
	Default string `json:"default,omitempty"`
	First   string `json:"first,omitempty"`
	Last    string `json:"last,omitempty"`
	Even    string `json:"even,omitempty"`
	Odd     string `json:"odd,omitempty"`
}

type PdfRequestBackgroundPdf1 struct {
	First   string `json:"first,omitempty"`
	Default string `json:"default,omitempty"`
}

type PdfRequestWatermarkHtml1 struct {
	Html  string `json:"html"`
	Layer string `json:"layer,omitempty"`
}

type PdfRequestDeliverTo struct {
	Connection string `json:"connection"`
	Folder     string `json:"folder,omitempty"`
}

type PdfRequestMetadata struct {
	Title     string `json:"title,omitempty"`
	Author    string `json:"author,omitempty"`
	Subject   string `json:"subject,omitempty"`
	Keywords  any    `json:"keywords,omitempty"`
	CreatedAt string `json:"created_at,omitempty"`
}

type PdfRequestAttachmentsItem struct {
	Name         string `json:"name"`
	DataBase64   string `json:"data_base64"`
	MimeType     string `json:"mime_type,omitempty"`
	Description  string `json:"description,omitempty"`
	Relationship string `json:"relationship,omitempty"`
}

type PdfRequestProtect struct {
	UserPassword  string   `json:"user_password,omitempty"`
	OwnerPassword string   `json:"owner_password,omitempty"`
	Permissions   []string `json:"permissions,omitempty"`
}

type PdfRequest struct {
	Html              string                      `json:"html,omitempty"`
	Template          string                      `json:"template,omitempty"`
	Css               string                      `json:"css,omitempty"`
	Files             map[string]any              `json:"files,omitempty"`
	EmbeddedResources bool                        `json:"embedded_resources,omitempty"`
	Tags              bool                        `json:"tags,omitempty"`
	Data              map[string]any              `json:"data,omitempty"`
	DataFrom          *PdfRequestDataFrom         `json:"data_from,omitempty"`
	PageSize          any                         `json:"page_size,omitempty"`
	Orientation       string                      `json:"orientation,omitempty"`
	Margin            any                         `json:"margin,omitempty"`
	HeaderHtml        any                         `json:"header_html,omitempty"`
	FooterHtml        any                         `json:"footer_html,omitempty"`
	BackgroundPdf     any                         `json:"background_pdf,omitempty"`
	WatermarkHtml     any                         `json:"watermark_html,omitempty"`
	FirstPageNumber   *int64                      `json:"first_page_number,omitempty"`
	Filename          string                      `json:"filename,omitempty"`
	Tagged            bool                        `json:"tagged,omitempty"`
	Outline           bool                        `json:"outline,omitempty"`
	Locale            string                      `json:"locale,omitempty"`
	TimeZone          string                      `json:"time_zone,omitempty"`
	Translations      map[string]map[string]any   `json:"translations,omitempty"`
	Strict            bool                        `json:"strict,omitempty"`
	Return            string                      `json:"return,omitempty"`
	ExpiresIn         *int64                      `json:"expires_in,omitempty"`
	DeliverTo         *PdfRequestDeliverTo        `json:"deliver_to,omitempty"`
	OnBlocked         string                      `json:"on_blocked,omitempty"`
	Conformance       any                         `json:"conformance,omitempty"`
	Metadata          *PdfRequestMetadata         `json:"metadata,omitempty"`
	Attachments       []PdfRequestAttachmentsItem `json:"attachments,omitempty"`
	EInvoice          *EInvoice                   `json:"e_invoice,omitempty"`
	Protect           *PdfRequestProtect          `json:"protect,omitempty"`
}

type JobResultDelivered struct {
	Connection string `json:"connection"`
	Bucket     string `json:"bucket"`
	Key        string `json:"key"`
}

type JobResultTemplate struct {
	Name    string `json:"name"`
	Version any    `json:"version"`
}

type JobResult struct {
	DownloadUrl        string              `json:"download_url"`
	SignedUrl          string              `json:"signed_url"`
	SignedUrlExpiresAt string              `json:"signed_url_expires_at"`
	ExpiresAt          string              `json:"expires_at"`
	SizeBytes          int64               `json:"size_bytes"`
	PageCount          int64               `json:"page_count"`
	PdfBase64          string              `json:"pdf_base64,omitempty"`
	Xml                string              `json:"xml,omitempty"`
	Delivered          *JobResultDelivered `json:"delivered,omitempty"`
	Warnings           []ContentWarning    `json:"warnings,omitempty"`
	Template           *JobResultTemplate  `json:"template,omitempty"`
}

type JobError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

type Job struct {
	Id         string     `json:"id"`
	Tool       string     `json:"tool"`
	Status     string     `json:"status"`
	CreatedAt  string     `json:"created_at"`
	FinishedAt string     `json:"finished_at,omitempty"`
	Result     *JobResult `json:"result,omitempty"`
	Error      *JobError  `json:"error,omitempty"`
}

type TableRecord struct {
	Id          string         `json:"id"`
	Fields      map[string]any `json:"fields"`
	CreatedTime *string        `json:"createdTime"`
}

type RecordRequestConnections struct {
	Tablebase string `json:"tablebase"`
}

type RecordRequestWhere struct {
	Field string `json:"field"`
	Value any    `json:"value"`
}

type RecordRequest struct {
	BaseId      string                   `json:"base_id"`
	TableId     string                   `json:"table_id"`
	Connections RecordRequestConnections `json:"_connections"`
	RecordId    string                   `json:"record_id,omitempty"`
	Where       any                      `json:"where,omitempty"`
	Fields      []string                 `json:"fields,omitempty"`
	Expand      map[string]any           `json:"expand,omitempty"`
	CellFormat  string                   `json:"cell_format,omitempty"`
}

type RecordList struct {
	Records []TableRecord `json:"records"`
	HasMore bool          `json:"has_more"`
	Count   int64         `json:"count"`
}

type ListRecordsRequestConnections struct {
	Tablebase string `json:"tablebase"`
}

type ListRecordsRequest struct {
	BaseId      string                        `json:"base_id"`
	TableId     string                        `json:"table_id"`
	Connections ListRecordsRequestConnections `json:"_connections"`
	Where       []RecordCondition             `json:"where,omitempty"`
	Sort        []RecordSortKey               `json:"sort,omitempty"`
	Limit       *int64                        `json:"limit,omitempty"`
	Fields      []string                      `json:"fields,omitempty"`
	Expand      map[string]any                `json:"expand,omitempty"`
	Children    map[string]RecordChildren     `json:"children,omitempty"`
}

type TemplateFault struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Line    *int64 `json:"line,omitempty"`
	Column  *int64 `json:"column,omitempty"`
}

type TemplateCheck struct {
	Ok       bool             `json:"ok"`
	Faults   []TemplateFault  `json:"faults"`
	Warnings []ContentWarning `json:"warnings"`
}

type Variable struct {
	Name         string          `json:"name"`
	Kind         string          `json:"kind"`
	Content      string          `json:"content"`
	CreatedAt    string          `json:"created_at"`
	UpdatedAt    string          `json:"updated_at"`
	Version      any             `json:"version"`
	Etag         string          `json:"etag"`
	Css          string          `json:"css,omitempty"`
	Files        map[string]any  `json:"files,omitempty"`
	SampleData   map[string]any  `json:"sample_data,omitempty"`
	Options      map[string]any  `json:"options,omitempty"`
	Note         string          `json:"note,omitempty"`
	PublishedAt  string          `json:"published_at,omitempty"`
	DraftSavedAt string          `json:"draft_saved_at,omitempty"`
	Warnings     []TemplateFault `json:"warnings,omitempty"`
}

type TemplateOptionsPageSize1 struct {
	Width  string `json:"width"`
	Height string `json:"height"`
}

type TemplateOptionsMargin2 struct {
	Top    any `json:"top,omitempty"`
	Right  any `json:"right,omitempty"`
	Bottom any `json:"bottom,omitempty"`
	Left   any `json:"left,omitempty"`
}

type TemplateOptionsHeaderHtml1 struct {
	Default string `json:"default,omitempty"`
	First   string `json:"first,omitempty"`
	Last    string `json:"last,omitempty"`
	Even    string `json:"even,omitempty"`
	Odd     string `json:"odd,omitempty"`
}

type TemplateOptionsFooterHtml1 struct {
	Default string `json:"default,omitempty"`
	First   string `json:"first,omitempty"`
	Last    string `json:"last,omitempty"`
	Even    string `json:"even,omitempty"`
	Odd     string `json:"odd,omitempty"`
}

type TemplateOptionsBackgroundPdf1 struct {
	First   string `json:"first,omitempty"`
	Default string `json:"default,omitempty"`
}

type TemplateOptionsWatermarkHtml1 struct {
	Html  string `json:"html"`
	Layer string `json:"layer,omitempty"`
}

type TemplateOptionsDeliverTo struct {
	Connection string `json:"connection"`
	Folder     string `json:"folder,omitempty"`
}

type TemplateOptionsMetadata struct {
	Title     string `json:"title,omitempty"`
	Author    string `json:"author,omitempty"`
	Subject   string `json:"subject,omitempty"`
	Keywords  any    `json:"keywords,omitempty"`
	CreatedAt string `json:"created_at,omitempty"`
}

type TemplateOptionsAttachmentsItem struct {
	Name         string `json:"name"`
	DataBase64   string `json:"data_base64"`
	MimeType     string `json:"mime_type,omitempty"`
	Description  string `json:"description,omitempty"`
	Relationship string `json:"relationship,omitempty"`
}

type TemplateOptions struct {
	EmbeddedResources bool                             `json:"embedded_resources,omitempty"`
	Tags              bool                             `json:"tags,omitempty"`
	PageSize          any                              `json:"page_size,omitempty"`
	Orientation       string                           `json:"orientation,omitempty"`
	Margin            any                              `json:"margin,omitempty"`
	HeaderHtml        any                              `json:"header_html,omitempty"`
	FooterHtml        any                              `json:"footer_html,omitempty"`
	BackgroundPdf     any                              `json:"background_pdf,omitempty"`
	WatermarkHtml     any                              `json:"watermark_html,omitempty"`
	FirstPageNumber   *int64                           `json:"first_page_number,omitempty"`
	Filename          string                           `json:"filename,omitempty"`
	Tagged            bool                             `json:"tagged,omitempty"`
	Outline           bool                             `json:"outline,omitempty"`
	Locale            string                           `json:"locale,omitempty"`
	TimeZone          string                           `json:"time_zone,omitempty"`
	Translations      map[string]map[string]any        `json:"translations,omitempty"`
	Strict            bool                             `json:"strict,omitempty"`
	ExpiresIn         *int64                           `json:"expires_in,omitempty"`
	DeliverTo         *TemplateOptionsDeliverTo        `json:"deliver_to,omitempty"`
	OnBlocked         string                           `json:"on_blocked,omitempty"`
	Conformance       any                              `json:"conformance,omitempty"`
	Metadata          *TemplateOptionsMetadata         `json:"metadata,omitempty"`
	Attachments       []TemplateOptionsAttachmentsItem `json:"attachments,omitempty"`
	EInvoice          *EInvoice                        `json:"e_invoice,omitempty"`
}

type VariableContentFilesValue1 struct {
	Base64 string `json:"base64"`
}

type VariableContent struct {
	Kind       string                    `json:"kind"`
	Content    string                    `json:"content"`
	Css        string                    `json:"css,omitempty"`
	Files      map[string]any            `json:"files,omitempty"`
	SampleData map[string]map[string]any `json:"sample_data,omitempty"`
	Options    *TemplateOptions          `json:"options,omitempty"`
	Note       string                    `json:"note,omitempty"`
	Draft      bool                      `json:"draft,omitempty"`
}

type VariablePatch struct {
	Kind       string          `json:"kind,omitempty"`
	Content    *string         `json:"content,omitempty"`
	Css        *string         `json:"css,omitempty"`
	Files      *map[string]any `json:"files,omitempty"`
	SampleData *map[string]any `json:"sample_data,omitempty"`
	Options    *map[string]any `json:"options,omitempty"`
	Note       string          `json:"note,omitempty"`
	Draft      bool            `json:"draft,omitempty"`
}

type DeleteVariableResult struct {
	Name string `json:"name"`
}

type VariableSummary struct {
	Name         string `json:"name"`
	Kind         string `json:"kind"`
	CreatedAt    string `json:"created_at"`
	UpdatedAt    string `json:"updated_at"`
	Version      *int64 `json:"version,omitempty"`
	PublishedAt  string `json:"published_at,omitempty"`
	DraftSavedAt string `json:"draft_saved_at,omitempty"`
}

type ListVariablesResult struct {
	Items      []VariableSummary `json:"items"`
	NextCursor *string           `json:"next_cursor"`
}

type VariableVersionBy struct {
	Id   string  `json:"id"`
	Name *string `json:"name"`
}

type VariableVersion struct {
	Version     any                `json:"version"`
	SavedAt     string             `json:"saved_at"`
	By          *VariableVersionBy `json:"by"`
	Bytes       int64              `json:"bytes"`
	Published   bool               `json:"published"`
	Note        string             `json:"note,omitempty"`
	PublishedAt string             `json:"published_at,omitempty"`
}

type ListVariableVersionsResult struct {
	Items      []VariableVersion `json:"items"`
	NextCursor *string           `json:"next_cursor"`
}

type WholeVersionBy struct {
	Id   string  `json:"id"`
	Name *string `json:"name"`
}

type WholeVersion struct {
	Name        string          `json:"name"`
	Kind        string          `json:"kind"`
	Content     string          `json:"content"`
	Version     any             `json:"version"`
	SavedAt     string          `json:"saved_at"`
	By          *WholeVersionBy `json:"by"`
	Bytes       int64           `json:"bytes"`
	Published   bool            `json:"published"`
	Etag        string          `json:"etag"`
	Css         string          `json:"css,omitempty"`
	Files       map[string]any  `json:"files,omitempty"`
	SampleData  map[string]any  `json:"sample_data,omitempty"`
	Options     map[string]any  `json:"options,omitempty"`
	Note        string          `json:"note,omitempty"`
	PublishedAt string          `json:"published_at,omitempty"`
}

type PublishRequest struct {
	Version any    `json:"version"`
	Note    string `json:"note,omitempty"`
}

type DeleteVariableDraftResult struct {
	Name string `json:"name"`
}

type VersionDifference struct {
	From       any    `json:"from"`
	To         any    `json:"to"`
	Text       string `json:"text"`
	IsComplete bool   `json:"is_complete"`
}

type Font struct {
	Name      string `json:"name"`
	Family    string `json:"family"`
	Weight    any    `json:"weight"`
	Style     string `json:"style"`
	Format    string `json:"format"`
	SizeBytes int64  `json:"size_bytes"`
	Sha256    string `json:"sha256"`
	CreatedAt string `json:"created_at"`
	UpdatedAt string `json:"updated_at"`
}

type FontInput struct {
	Family     string `json:"family"`
	DataBase64 string `json:"data_base64"`
	Weight     any    `json:"weight,omitempty"`
	Style      string `json:"style,omitempty"`
}

type DeleteFontResult struct {
	Name string `json:"name"`
}

type ListFontsResult struct {
	Items      []Font  `json:"items"`
	NextCursor *string `json:"next_cursor"`
}

type DeleteFileResult struct {
	Id string `json:"id"`
}

type AccountTemplate struct {
	Name    string   `json:"name"`
	Version int64    `json:"version"`
	Samples []string `json:"samples"`
}

type ListTemplatesOfAccountResult struct {
	Items      []AccountTemplate `json:"items"`
	NextCursor *string           `json:"next_cursor"`
}

type TestPrint struct {
	PdfBase64 string           `json:"pdf_base64"`
	PageCount int64            `json:"page_count"`
	Warnings  []ContentWarning `json:"warnings,omitempty"`
}

type TestPrintRequest struct {
	Version int64  `json:"version"`
	Sample  string `json:"sample"`
}

type ConnectionAuth struct {
	Type       string `json:"type"`
	Name       string `json:"name,omitempty"`
	Prefix     string `json:"prefix,omitempty"`
	TokenUrl   string `json:"token_url,omitempty"`
	ClientId   string `json:"client_id,omitempty"`
	Scope      string `json:"scope,omitempty"`
	Audience   string `json:"audience,omitempty"`
	ClientAuth string `json:"client_auth,omitempty"`
}

type Connection struct {
	Slug       string            `json:"slug"`
	Provider   string            `json:"provider"`
	Label      *string           `json:"label"`
	CreatedAt  string            `json:"created_at"`
	UpdatedAt  string            `json:"updated_at"`
	LastUsedAt *string           `json:"last_used_at"`
	Url        string            `json:"url,omitempty"`
	Tables     []string          `json:"tables,omitempty"`
	Bucket     string            `json:"bucket,omitempty"`
	Region     string            `json:"region,omitempty"`
	AccessKey  string            `json:"access_key,omitempty"`
	Auth       *ConnectionAuth   `json:"auth,omitempty"`
	Methods    []string          `json:"methods,omitempty"`
	Headers    map[string]string `json:"headers,omitempty"`
}

type ConnectionInputAuth struct {
	Type         string `json:"type"`
	Token        string `json:"token,omitempty"`
	Username     string `json:"username,omitempty"`
	Password     string `json:"password,omitempty"`
	Value        string `json:"value,omitempty"`
	ClientSecret string `json:"client_secret,omitempty"`
	Name         string `json:"name,omitempty"`
	Prefix       string `json:"prefix,omitempty"`
	TokenUrl     string `json:"token_url,omitempty"`
	ClientId     string `json:"client_id,omitempty"`
	Scope        string `json:"scope,omitempty"`
	Audience     string `json:"audience,omitempty"`
	ClientAuth   string `json:"client_auth,omitempty"`
}

type ConnectionInput struct {
	Provider  string               `json:"provider,omitempty"`
	Token     string               `json:"token,omitempty"`
	Url       string               `json:"url,omitempty"`
	Tables    []string             `json:"tables,omitempty"`
	Bucket    string               `json:"bucket,omitempty"`
	Region    string               `json:"region,omitempty"`
	AccessKey string               `json:"access_key,omitempty"`
	Auth      *ConnectionInputAuth `json:"auth,omitempty"`
	Methods   []string             `json:"methods,omitempty"`
	Headers   map[string]string    `json:"headers,omitempty"`
	Label     string               `json:"label,omitempty"`
}

type DeleteConnectionResult struct {
	Slug string `json:"slug"`
}

type ListConnectionsResult struct {
	Items      []Connection `json:"items"`
	NextCursor *string      `json:"next_cursor"`
}

type ConnectionTest struct {
	Ok bool `json:"ok"`
}

type Account struct {
	Id             string `json:"id"`
	Name           string `json:"name"`
	MonthlyActions *int64 `json:"monthly_actions"`
	MaxPages       *int64 `json:"max_pages"`
	Suspended      bool   `json:"suspended"`
	CreatedAt      string `json:"created_at"`
}

type AccountInput struct {
	Name           string `json:"name"`
	MonthlyActions *int64 `json:"monthly_actions,omitempty"`
	MaxPages       *int64 `json:"max_pages,omitempty"`
}

type ListAccountsResult struct {
	Items      []Account `json:"items"`
	NextCursor *string   `json:"next_cursor"`
}

type AccountChange struct {
	Name           string `json:"name,omitempty"`
	MonthlyActions *int64 `json:"monthly_actions,omitempty"`
	MaxPages       *int64 `json:"max_pages,omitempty"`
	Suspended      bool   `json:"suspended,omitempty"`
}

type CloseAccountResult struct {
	Id string `json:"id"`
}

type CreatedToken struct {
	Id         string  `json:"id"`
	Name       *string `json:"name"`
	CreatedAt  string  `json:"created_at"`
	ExpiresAt  *string `json:"expires_at"`
	LastUsedAt *string `json:"last_used_at"`
	Token      string  `json:"token"`
}

type TokenInput struct {
	Name      string `json:"name,omitempty"`
	ExpiresAt string `json:"expires_at,omitempty"`
}

type Token struct {
	Id         string  `json:"id"`
	Name       *string `json:"name"`
	CreatedAt  string  `json:"created_at"`
	ExpiresAt  *string `json:"expires_at"`
	LastUsedAt *string `json:"last_used_at"`
}

type ListTokensResult struct {
	Items      []Token `json:"items"`
	NextCursor *string `json:"next_cursor"`
}

type RevokeTokenResult struct {
	Id string `json:"id"`
}

type OwnAccountToken struct {
	Id        string  `json:"id"`
	Name      *string `json:"name"`
	ExpiresAt *string `json:"expires_at"`
}

type OwnAccountLimits struct {
	RequestsPerMinute  *int64 `json:"requests_per_minute"`
	ConcurrentRequests *int64 `json:"concurrent_requests"`
	RequestBodyBytes   int64  `json:"request_body_bytes"`
	PagesPerDocument   int64  `json:"pages_per_document"`
	Variables          int64  `json:"variables"`
	VariableBytes      int64  `json:"variable_bytes"`
	VariableVersions   int64  `json:"variable_versions"`
	Fonts              int64  `json:"fonts"`
	Connections        int64  `json:"connections"`
	Webhooks           int64  `json:"webhooks"`
}

type OwnAccount struct {
	Id               string           `json:"id"`
	Name             string           `json:"name"`
	Token            OwnAccountToken  `json:"token"`
	MonthlyActions   *int64           `json:"monthly_actions"`
	ActionsThisMonth int64            `json:"actions_this_month"`
	ActionsLeft      *int64           `json:"actions_left"`
	StorageBytes     int64            `json:"storage_bytes"`
	VariableBytes    int64            `json:"variable_bytes"`
	MaxStorageBytes  *int64           `json:"max_storage_bytes"`
	Limits           OwnAccountLimits `json:"limits"`
}

type UsageCount struct {
	Actions  int64 `json:"actions"`
	Requests int64 `json:"requests"`
}

type Usage struct {
	Actions      int64                 `json:"actions"`
	Requests     int64                 `json:"requests"`
	ByDay        map[string]UsageCount `json:"by_day"`
	ByTool       map[string]UsageCount `json:"by_tool,omitempty"`
	ByToken      map[string]UsageCount `json:"by_token,omitempty"`
	StorageBytes *int64                `json:"storage_bytes,omitempty"`
}

type AccountUsage struct {
	AccountId        string `json:"account_id"`
	Name             string `json:"name"`
	MonthlyActions   *int64 `json:"monthly_actions"`
	Actions          int64  `json:"actions"`
	Requests         int64  `json:"requests"`
	ActionsThisMonth int64  `json:"actions_this_month"`
}

type ServiceUsage struct {
	Actions      int64                 `json:"actions"`
	Requests     int64                 `json:"requests"`
	ByDay        map[string]UsageCount `json:"by_day"`
	Items        []AccountUsage        `json:"items"`
	NextCursor   *string               `json:"next_cursor"`
	ByTool       map[string]UsageCount `json:"by_tool,omitempty"`
	ByToken      map[string]UsageCount `json:"by_token,omitempty"`
	StorageBytes *int64                `json:"storage_bytes,omitempty"`
}

type SettingsHttpRequest struct {
	TimeoutMs        int64    `json:"timeout_ms"`
	MaxRedirects     int64    `json:"max_redirects"`
	MaxRequestBytes  int64    `json:"max_request_bytes"`
	MaxResponseBytes int64    `json:"max_response_bytes"`
	BlockedHosts     []string `json:"blocked_hosts"`
	AllowedHosts     []string `json:"allowed_hosts"`
}

type SettingsGetRecord struct {
	TimeoutMs int64 `json:"timeout_ms"`
}

type SettingsRateLimit struct {
	RequestsPerMinute  int64 `json:"requests_per_minute"`
	ConcurrentRequests int64 `json:"concurrent_requests"`
}

type SettingsStorage struct {
	MaxBytesPerAccount int64 `json:"max_bytes_per_account"`
}

type SettingsPdf struct {
	EmbeddedResources bool  `json:"embedded_resources"`
	MaxPages          int64 `json:"max_pages"`
}

type SettingsAudit struct {
	MaxEntries           int64 `json:"max_entries"`
	MaxEntriesPerAccount int64 `json:"max_entries_per_account"`
	RetentionDays        int64 `json:"retention_days"`
}

type Settings struct {
	HttpRequest SettingsHttpRequest `json:"http_request"`
	GetRecord   SettingsGetRecord   `json:"get_record"`
	RateLimit   SettingsRateLimit   `json:"rate_limit"`
	Storage     SettingsStorage     `json:"storage"`
	Pdf         SettingsPdf         `json:"pdf"`
	Audit       SettingsAudit       `json:"audit"`
}

type SettingsChangeHttpRequest struct {
	TimeoutMs        *int64   `json:"timeout_ms,omitempty"`
	MaxRedirects     *int64   `json:"max_redirects,omitempty"`
	MaxRequestBytes  *int64   `json:"max_request_bytes,omitempty"`
	MaxResponseBytes *int64   `json:"max_response_bytes,omitempty"`
	BlockedHosts     []string `json:"blocked_hosts,omitempty"`
	AllowedHosts     []string `json:"allowed_hosts,omitempty"`
}

type SettingsChangeGetRecord struct {
	TimeoutMs *int64 `json:"timeout_ms,omitempty"`
}

type SettingsChangeRateLimit struct {
	RequestsPerMinute  *int64 `json:"requests_per_minute,omitempty"`
	ConcurrentRequests *int64 `json:"concurrent_requests,omitempty"`
}

type SettingsChangeStorage struct {
	MaxBytesPerAccount *int64 `json:"max_bytes_per_account,omitempty"`
}

type SettingsChangePdf struct {
	EmbeddedResources bool   `json:"embedded_resources,omitempty"`
	MaxPages          *int64 `json:"max_pages,omitempty"`
}

type SettingsChangeAudit struct {
	MaxEntries           *int64 `json:"max_entries,omitempty"`
	MaxEntriesPerAccount *int64 `json:"max_entries_per_account,omitempty"`
	RetentionDays        *int64 `json:"retention_days,omitempty"`
}

type SettingsChange struct {
	HttpRequest *SettingsChangeHttpRequest `json:"http_request,omitempty"`
	GetRecord   *SettingsChangeGetRecord   `json:"get_record,omitempty"`
	RateLimit   *SettingsChangeRateLimit   `json:"rate_limit,omitempty"`
	Storage     *SettingsChangeStorage     `json:"storage,omitempty"`
	Pdf         *SettingsChangePdf         `json:"pdf,omitempty"`
	Audit       *SettingsChangeAudit       `json:"audit,omitempty"`
}

type AuditEntryActor struct {
	Kind string  `json:"kind"`
	Id   *string `json:"id"`
	Name *string `json:"name"`
}

type AuditEntry struct {
	Id        string          `json:"id"`
	At        string          `json:"at"`
	Actor     AuditEntryActor `json:"actor"`
	Action    string          `json:"action"`
	Object    *string         `json:"object"`
	AccountId *string         `json:"account_id"`
	Fields    []string        `json:"fields"`
	Outcome   string          `json:"outcome"`
	RequestId string          `json:"request_id"`
	Address   string          `json:"address"`
}

type ListAuditResult struct {
	Items      []AuditEntry `json:"items"`
	NextCursor *string      `json:"next_cursor"`
}

type ListOwnAuditResult struct {
	Items      []AuditEntry `json:"items"`
	NextCursor *string      `json:"next_cursor"`
}

type ReEncryption struct {
	ReEncrypted int64 `json:"re_encrypted"`
	Current     int64 `json:"current"`
	Failed      int64 `json:"failed"`
}

type GetServiceResultLinks struct {
	Documentation string `json:"documentation"`
	Openapi       string `json:"openapi"`
	Health        string `json:"health"`
	Operations    string `json:"operations"`
}

type GetServiceResult struct {
	Name       string                `json:"name"`
	Version    string                `json:"version"`
	ApiVersion string                `json:"api_version"`
	Links      GetServiceResultLinks `json:"links"`
}

type GetHealthResult struct {
	Status string `json:"status"`
}

type GetReadinessResult struct {
	Redis   string `json:"redis"`
	Storage string `json:"storage"`
}

type SavedWebhook struct {
	Name                string   `json:"name"`
	Url                 string   `json:"url"`
	Events              []string `json:"events"`
	CreatedAt           string   `json:"created_at"`
	UpdatedAt           string   `json:"updated_at"`
	DisabledAt          *string  `json:"disabled_at"`
	PreviousSecretUntil *string  `json:"previous_secret_until"`
	Secret              string   `json:"secret,omitempty"`
}

type WebhookInput struct {
	Url    string   `json:"url"`
	Events []string `json:"events,omitempty"`
}

type Webhook struct {
	Name                string   `json:"name"`
	Url                 string   `json:"url"`
	Events              []string `json:"events"`
	CreatedAt           string   `json:"created_at"`
	UpdatedAt           string   `json:"updated_at"`
	DisabledAt          *string  `json:"disabled_at"`
	PreviousSecretUntil *string  `json:"previous_secret_until"`
}

type DeleteWebhookResult struct {
	Name string `json:"name"`
}

type ListWebhooksResult struct {
	Items      []Webhook `json:"items"`
	NextCursor *string   `json:"next_cursor"`
}

type RotatedWebhook struct {
	Name                string   `json:"name"`
	Url                 string   `json:"url"`
	Events              []string `json:"events"`
	CreatedAt           string   `json:"created_at"`
	UpdatedAt           string   `json:"updated_at"`
	DisabledAt          *string  `json:"disabled_at"`
	PreviousSecretUntil *string  `json:"previous_secret_until"`
	Secret              string   `json:"secret"`
}

type WebhookDeliveryAttemptsItem struct {
	At         string  `json:"at"`
	Status     *int64  `json:"status"`
	Error      *string `json:"error"`
	DurationMs int64   `json:"duration_ms"`
}

type WebhookDelivery struct {
	Id            string                        `json:"id"`
	EventId       string                        `json:"event_id"`
	Type          string                        `json:"type"`
	Status        string                        `json:"status"`
	CreatedAt     string                        `json:"created_at"`
	NextAttemptAt *string                       `json:"next_attempt_at"`
	Attempts      []WebhookDeliveryAttemptsItem `json:"attempts"`
}

type ListWebhookDeliveriesResult struct {
	Items      []WebhookDelivery `json:"items"`
	NextCursor *string           `json:"next_cursor"`
}

type ListAccountWebhooksResult struct {
	Items      []Webhook `json:"items"`
	NextCursor *string   `json:"next_cursor"`
}

type ListAccountWebhookDeliveriesResult struct {
	Items      []WebhookDelivery `json:"items"`
	NextCursor *string           `json:"next_cursor"`
}

type JobRequest struct {
	Tool  string     `json:"tool"`
	Input PdfRequest `json:"input"`
}

type ListJobsResult struct {
	Items      []Job   `json:"items"`
	NextCursor *string `json:"next_cursor"`
}

type BatchResult struct {
	DownloadUrl        string `json:"download_url"`
	SignedUrl          string `json:"signed_url"`
	SignedUrlExpiresAt string `json:"signed_url_expires_at"`
	ExpiresAt          string `json:"expires_at"`
	SizeBytes          int64  `json:"size_bytes"`
	Missing            int64  `json:"missing"`
	PageCount          *int64 `json:"page_count,omitempty"`
}

type BatchMerged struct {
	DownloadUrl        string `json:"download_url"`
	SignedUrl          string `json:"signed_url"`
	SignedUrlExpiresAt string `json:"signed_url_expires_at"`
	ExpiresAt          string `json:"expires_at"`
	SizeBytes          int64  `json:"size_bytes"`
	Missing            int64  `json:"missing"`
	PageCount          *int64 `json:"page_count,omitempty"`
}

type BatchError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

type Batch struct {
	Id         string       `json:"id"`
	Tool       string       `json:"tool"`
	Status     string       `json:"status"`
	Output     any          `json:"output"`
	Priority   int64        `json:"priority"`
	Rows       int64        `json:"rows"`
	Done       int64        `json:"done"`
	Failed     int64        `json:"failed"`
	CreatedAt  string       `json:"created_at"`
	FinishedAt string       `json:"finished_at,omitempty"`
	Result     *BatchResult `json:"result,omitempty"`
	Merged     *BatchMerged `json:"merged,omitempty"`
	Error      *BatchError  `json:"error,omitempty"`
}

type BatchOutput = string

type BatchRequestProtect struct {
	UserPassword  string   `json:"user_password"`
	OwnerPassword string   `json:"owner_password,omitempty"`
	Permissions   []string `json:"permissions,omitempty"`
}

type BatchRequestRowsFromConnections struct {
	Tablebase string `json:"tablebase"`
}

type BatchRequestRowsFrom struct {
	BaseId      string                          `json:"base_id"`
	TableId     string                          `json:"table_id"`
	Connections BatchRequestRowsFromConnections `json:"_connections"`
	RecordIds   []string                        `json:"record_ids,omitempty"`
	Where       []RecordCondition               `json:"where,omitempty"`
	Sort        []RecordSortKey                 `json:"sort,omitempty"`
	Limit       *int64                          `json:"limit,omitempty"`
	Fields      []string                        `json:"fields,omitempty"`
	Expand      map[string]any                  `json:"expand,omitempty"`
	Children    map[string]RecordChildren       `json:"children,omitempty"`
	CellFormat  string                          `json:"cell_format,omitempty"`
}

type BatchRequest struct {
	Tool     string                `json:"tool"`
	Input    PdfRequest            `json:"input"`
	Priority *int64                `json:"priority,omitempty"`
	Output   any                   `json:"output,omitempty"`
	Rows     []any                 `json:"rows,omitempty"`
	Protect  *BatchRequestProtect  `json:"protect,omitempty"`
	Upload   string                `json:"upload,omitempty"`
	RowsFrom *BatchRequestRowsFrom `json:"rows_from,omitempty"`
}

type BatchRowResultDelivered struct {
	Connection string `json:"connection"`
	Bucket     string `json:"bucket"`
	Key        string `json:"key"`
}

type BatchRowResultTemplate struct {
	Name    string `json:"name"`
	Version any    `json:"version"`
}

type BatchRowResult struct {
	DownloadUrl        string                   `json:"download_url"`
	SignedUrl          string                   `json:"signed_url"`
	SignedUrlExpiresAt string                   `json:"signed_url_expires_at"`
	ExpiresAt          string                   `json:"expires_at"`
	SizeBytes          int64                    `json:"size_bytes"`
	PageCount          int64                    `json:"page_count"`
	PdfBase64          string                   `json:"pdf_base64,omitempty"`
	Xml                string                   `json:"xml,omitempty"`
	Delivered          *BatchRowResultDelivered `json:"delivered,omitempty"`
	Warnings           []ContentWarning         `json:"warnings,omitempty"`
	Template           *BatchRowResultTemplate  `json:"template,omitempty"`
}

type BatchRowError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

type BatchRow struct {
	Row    int64           `json:"row"`
	Status string          `json:"status"`
	Result *BatchRowResult `json:"result,omitempty"`
	Error  *BatchRowError  `json:"error,omitempty"`
}

type ListBatchRowsResult struct {
	Items      []BatchRow `json:"items"`
	NextCursor *string    `json:"next_cursor"`
}

type ListBatchesResult struct {
	Items      []Batch `json:"items"`
	NextCursor *string `json:"next_cursor"`
}

type Upload struct {
	Id        string `json:"id"`
	Rows      int64  `json:"rows"`
	Bytes     int64  `json:"bytes"`
	ExpiresAt string `json:"expires_at"`
}

type OperatorJob struct {
	Id         string `json:"id"`
	AccountId  string `json:"account_id"`
	Tool       string `json:"tool"`
	Status     string `json:"status"`
	CreatedAt  string `json:"created_at"`
	FinishedAt string `json:"finished_at,omitempty"`
	ErrorCode  string `json:"error_code,omitempty"`
}

type ListJobsOfAccountsResult struct {
	Items      []OperatorJob `json:"items"`
	NextCursor *string       `json:"next_cursor"`
}

type OperatorBatch struct {
	Id         string `json:"id"`
	AccountId  string `json:"account_id"`
	Tool       string `json:"tool"`
	Status     string `json:"status"`
	Rows       int64  `json:"rows"`
	Done       int64  `json:"done"`
	Failed     int64  `json:"failed"`
	CreatedAt  string `json:"created_at"`
	FinishedAt string `json:"finished_at,omitempty"`
}

type ListBatchesOfAccountsResult struct {
	Items      []OperatorBatch `json:"items"`
	NextCursor *string         `json:"next_cursor"`
}

type StudioLink struct {
	Url       string `json:"url"`
	AccountId string `json:"account_id"`
	ExpiresAt string `json:"expires_at"`
}

type StudioLinkInput struct {
	Token string `json:"token"`
}

type Grant struct {
	Id         string   `json:"id"`
	ClientId   string   `json:"client_id"`
	ClientName string   `json:"client_name"`
	Scopes     []string `json:"scopes"`
	Resource   string   `json:"resource"`
	TokenId    string   `json:"token_id"`
	CreatedAt  string   `json:"created_at"`
	ExpiresAt  string   `json:"expires_at"`
	LastUsedAt *string  `json:"last_used_at"`
}

type ListGrantsResult struct {
	Items      []Grant `json:"items"`
	NextCursor *string `json:"next_cursor"`
}

type RevokeGrantResult struct {
	Id string `json:"id"`
}

type ListGrantsOfAccountResult struct {
	Items      []Grant `json:"items"`
	NextCursor *string `json:"next_cursor"`
}

type RevokeGrantOfAccountResult struct {
	Id string `json:"id"`
}

type ListVariablesQuery struct {
	Limit  int64
	Cursor string
}

type ListVariableVersionsQuery struct {
	Limit  int64
	Cursor string
}

type CompareVariableVersionsQuery struct {
	From string
	To   string
}

type ListFontsQuery struct {
	Limit  int64
	Cursor string
}

type ListTemplatesOfAccountQuery struct {
	Limit  int64
	Cursor string
}

type ListConnectionsQuery struct {
	Limit  int64
	Cursor string
}

type ListAccountsQuery struct {
	Limit  int64
	Cursor string
}

type ListTokensQuery struct {
	Limit  int64
	Cursor string
}

type GetUsageQuery struct {
	From string
	To   string
}

type GetUsageOfAccountsQuery struct {
	Limit   int64
	Cursor  string
	Account string
	From    string
	To      string
}

type ListAuditQuery struct {
	Limit   int64
	Cursor  string
	Action  string
	From    string
	To      string
	Account string
}

type ListOwnAuditQuery struct {
	Limit  int64
	Cursor string
	Action string
	From   string
	To     string
}

type ListWebhooksQuery struct {
	Limit  int64
	Cursor string
}

type ListWebhookDeliveriesQuery struct {
	Limit  int64
	Cursor string
}

type ListAccountWebhooksQuery struct {
	Limit  int64
	Cursor string
}

type ListAccountWebhookDeliveriesQuery struct {
	Limit  int64
	Cursor string
}

type ListJobsQuery struct {
	Limit  int64
	Cursor string
	Status string
	Tool   string
}

type GetJobQuery struct {
	Wait int64
}

type ListBatchesQuery struct {
	Limit  int64
	Cursor string
}

type GetBatchQuery struct {
	Wait int64
}

type ListBatchRowsQuery struct {
	Limit  int64
	Cursor string
	Status string
}

type ListJobsOfAccountsQuery struct {
	Limit   int64
	Cursor  string
	Account string
	Status  string
}

type ListBatchesOfAccountsQuery struct {
	Limit   int64
	Cursor  string
	Account string
}

type ListGrantsQuery struct {
	Limit  int64
	Cursor string
}

type ListGrantsOfAccountQuery struct {
	Limit  int64
	Cursor string
}

type DownloadFileQuery struct {
	Expires   int64
	Signature string
	Inline    string
}

// HttpRequest: Performs an outbound HTTP request with custom headers and body, and returns the result.
func (c *Client) HttpRequest(ctx context.Context, body HttpRequest, options ...CallOption) (HttpResult, error) {
	return run[HttpResult](ctx, c, call{method: "POST", path: "/api/utilities/http-request", body: body, isKeyed: true}.with(options))
}

// HtmlToPdf: Renders an HTML template with CSS and JSON data into a PDF.
func (c *Client) HtmlToPdf(ctx context.Context, body PdfRequest, options ...CallOption) (PdfResult, error) {
	return run[PdfResult](ctx, c, call{method: "POST", path: "/api/utilities/html-to-pdf", body: body, isKeyed: true}.with(options))
}

// JsonToPdf: Renders JSON data into an HTML template and produces a PDF (invoices, reports, payslips).
func (c *Client) JsonToPdf(ctx context.Context, body PdfRequest, options ...CallOption) (PdfResult, error) {
	return run[PdfResult](ctx, c, call{method: "POST", path: "/api/utilities/json-to-pdf", body: body, isKeyed: true}.with(options))
}

// GetRecord: Retrieves one record from a table in a base of the connected provider.
func (c *Client) GetRecord(ctx context.Context, body RecordRequest, options ...CallOption) (TableRecord, error) {
	return run[TableRecord](ctx, c, call{method: "POST", path: "/api/tablebase/get-record", body: body, isKeyed: true}.with(options))
}

// ListRecords: Retrieves records of a table in a base of the connected provider, with their children.
func (c *Client) ListRecords(ctx context.Context, body ListRecordsRequest, options ...CallOption) (RecordList, error) {
	return run[RecordList](ctx, c, call{method: "POST", path: "/api/tablebase/list-records", body: body, isKeyed: true}.with(options))
}

// CheckTemplate: Lists all faults and warnings of a document without printing it; not charged.
func (c *Client) CheckTemplate(ctx context.Context, body PdfRequest) (TemplateCheck, error) {
	return run[TemplateCheck](ctx, c, call{method: "POST", path: "/api/utilities/check-template", body: body})
}

// PutVariable: Creates a template variable, publishes a new version of it, or saves its draft.
func (c *Client) PutVariable(ctx context.Context, name string, body VariableContent, options ...CallOption) (Variable, error) {
	return run[Variable](ctx, c, call{method: "PUT", path: "/api/variables/" + url.PathEscape(name), body: body}.with(options))
}

// PatchVariable: Changes parts of a template variable, and publishes the result or saves it as the draft.
func (c *Client) PatchVariable(ctx context.Context, name string, body VariablePatch, options ...CallOption) (Variable, error) {
	return run[Variable](ctx, c, call{method: "PATCH", path: "/api/variables/" + url.PathEscape(name), body: body}.with(options))
}

// GetVariable: The published version of a template variable with its content.
func (c *Client) GetVariable(ctx context.Context, name string) (Variable, error) {
	return run[Variable](ctx, c, call{method: "GET", path: "/api/variables/" + url.PathEscape(name)})
}

// DeleteVariable: Deletes a template variable with its versions and its draft.
func (c *Client) DeleteVariable(ctx context.Context, name string, options ...CallOption) (DeleteVariableResult, error) {
	return run[DeleteVariableResult](ctx, c, call{method: "DELETE", path: "/api/variables/" + url.PathEscape(name)}.with(options))
}

// ListVariables: All template variables of the account, without their contents.
func (c *Client) ListVariables(ctx context.Context, query ListVariablesQuery) (ListVariablesResult, error) {
	return run[ListVariablesResult](ctx, c, call{method: "GET", path: "/api/variables", query: queryOf("limit", query.Limit, "cursor", query.Cursor)})
}

// ListVariableVersions: The versions of a template variable, the newest first, without their contents.
func (c *Client) ListVariableVersions(ctx context.Context, name string, query ListVariableVersionsQuery) (ListVariableVersionsResult, error) {
	return run[ListVariableVersionsResult](ctx, c, call{method: "GET", path: "/api/variables/" + url.PathEscape(name) + "/versions", query: queryOf("limit", query.Limit, "cursor", query.Cursor)})
}

// GetVariableVersion: One version of a template variable, or its draft, with its content.
func (c *Client) GetVariableVersion(ctx context.Context, name string, version string) (WholeVersion, error) {
	return run[WholeVersion](ctx, c, call{method: "GET", path: "/api/variables/" + url.PathEscape(name) + "/versions/" + url.PathEscape(version)})
}

// PublishVariable: Publishes the draft of a template variable as a new version, or an earlier version again.
func (c *Client) PublishVariable(ctx context.Context, name string, body PublishRequest, options ...CallOption) (Variable, error) {
	return run[Variable](ctx, c, call{method: "POST", path: "/api/variables/" + url.PathEscape(name) + "/publish", body: body}.with(options))
}

// DeleteVariableDraft: Deletes the draft of a template variable.
func (c *Client) DeleteVariableDraft(ctx context.Context, name string, options ...CallOption) (DeleteVariableDraftResult, error) {
	return run[DeleteVariableDraftResult](ctx, c, call{method: "DELETE", path: "/api/variables/" + url.PathEscape(name) + "/draft"}.with(options))
}

// CompareVariableVersions: The differences of two versions of a template variable as text.
func (c *Client) CompareVariableVersions(ctx context.Context, name string, query CompareVariableVersionsQuery) (VersionDifference, error) {
	return run[VersionDifference](ctx, c, call{method: "GET", path: "/api/variables/" + url.PathEscape(name) + "/diff", query: queryOf("from", query.From, "to", query.To)})
}

// PutFont: Creates or replaces a font.
func (c *Client) PutFont(ctx context.Context, name string, body FontInput) (Font, error) {
	return run[Font](ctx, c, call{method: "PUT", path: "/api/fonts/" + url.PathEscape(name), body: body})
}

// GetFont: One font, without its file.
func (c *Client) GetFont(ctx context.Context, name string) (Font, error) {
	return run[Font](ctx, c, call{method: "GET", path: "/api/fonts/" + url.PathEscape(name)})
}

// DeleteFont: Deletes a font.
func (c *Client) DeleteFont(ctx context.Context, name string) (DeleteFontResult, error) {
	return run[DeleteFontResult](ctx, c, call{method: "DELETE", path: "/api/fonts/" + url.PathEscape(name)})
}

// ListFonts: All fonts of the account, without their files.
func (c *Client) ListFonts(ctx context.Context, query ListFontsQuery) (ListFontsResult, error) {
	return run[ListFontsResult](ctx, c, call{method: "GET", path: "/api/fonts", query: queryOf("limit", query.Limit, "cursor", query.Cursor)})
}

// DeleteFile: Deletes a file of the account; its links end immediately.
func (c *Client) DeleteFile(ctx context.Context, id string) (DeleteFileResult, error) {
	return run[DeleteFileResult](ctx, c, call{method: "DELETE", path: "/api/files/" + url.PathEscape(id)})
}

// ListTemplatesOfAccount: The published templates of an account, with the names of their sample data.
func (c *Client) ListTemplatesOfAccount(ctx context.Context, id string, query ListTemplatesOfAccountQuery) (ListTemplatesOfAccountResult, error) {
	return run[ListTemplatesOfAccountResult](ctx, c, call{method: "GET", path: "/admin/accounts/" + url.PathEscape(id) + "/templates", query: queryOf("limit", query.Limit, "cursor", query.Cursor)})
}

// PrintTemplateOfAccount: Prints a version of a template with its sample data; neither charged nor stored.
func (c *Client) PrintTemplateOfAccount(ctx context.Context, id string, name string, body TestPrintRequest, options ...CallOption) (TestPrint, error) {
	return run[TestPrint](ctx, c, call{method: "POST", path: "/admin/accounts/" + url.PathEscape(id) + "/templates/" + url.PathEscape(name) + "/print", body: body, isKeyed: true}.with(options))
}

// PutConnection: Creates or replaces a connection to a provider of records, a bucket or an API.
func (c *Client) PutConnection(ctx context.Context, slug string, body ConnectionInput) (Connection, error) {
	return run[Connection](ctx, c, call{method: "PUT", path: "/api/connections/" + url.PathEscape(slug), body: body})
}

// GetConnection: One connection, without its token.
func (c *Client) GetConnection(ctx context.Context, slug string) (Connection, error) {
	return run[Connection](ctx, c, call{method: "GET", path: "/api/connections/" + url.PathEscape(slug)})
}

// DeleteConnection: Deletes a connection and its token.
func (c *Client) DeleteConnection(ctx context.Context, slug string) (DeleteConnectionResult, error) {
	return run[DeleteConnectionResult](ctx, c, call{method: "DELETE", path: "/api/connections/" + url.PathEscape(slug)})
}

// ListConnections: All connections of the account, without their tokens.
func (c *Client) ListConnections(ctx context.Context, query ListConnectionsQuery) (ListConnectionsResult, error) {
	return run[ListConnectionsResult](ctx, c, call{method: "GET", path: "/api/connections", query: queryOf("limit", query.Limit, "cursor", query.Cursor)})
}

// TestConnection: Checks the connection’s token with the provider; writes the empty object `toolpress-test` into a bucket, and sends GET to the `url` of an API.
func (c *Client) TestConnection(ctx context.Context, slug string) (ConnectionTest, error) {
	return run[ConnectionTest](ctx, c, call{method: "POST", path: "/api/connections/" + url.PathEscape(slug) + "/test"})
}

// CreateAccount: Creates an account.
func (c *Client) CreateAccount(ctx context.Context, body AccountInput, options ...CallOption) (Account, error) {
	return run[Account](ctx, c, call{method: "POST", path: "/admin/accounts", body: body, isKeyed: true}.with(options))
}

// ListAccounts: All accounts, the oldest first.
func (c *Client) ListAccounts(ctx context.Context, query ListAccountsQuery) (ListAccountsResult, error) {
	return run[ListAccountsResult](ctx, c, call{method: "GET", path: "/admin/accounts", query: queryOf("limit", query.Limit, "cursor", query.Cursor)})
}

// GetAccount: One account.
func (c *Client) GetAccount(ctx context.Context, id string) (Account, error) {
	return run[Account](ctx, c, call{method: "GET", path: "/admin/accounts/" + url.PathEscape(id)})
}

// UpdateAccount: Renames an account, sets its monthly quota of actions or its limit of pages, suspends or resumes it.
func (c *Client) UpdateAccount(ctx context.Context, id string, body AccountChange) (Account, error) {
	return run[Account](ctx, c, call{method: "PATCH", path: "/admin/accounts/" + url.PathEscape(id), body: body})
}

// CloseAccount: Closes an account: revokes its tokens, then deletes its data, except usage.
func (c *Client) CloseAccount(ctx context.Context, id string) (CloseAccountResult, error) {
	return run[CloseAccountResult](ctx, c, call{method: "DELETE", path: "/admin/accounts/" + url.PathEscape(id)})
}

// CreateToken: Creates an API token; its secret is shown only once.
func (c *Client) CreateToken(ctx context.Context, id string, body TokenInput, options ...CallOption) (CreatedToken, error) {
	return run[CreatedToken](ctx, c, call{method: "POST", path: "/admin/accounts/" + url.PathEscape(id) + "/tokens", body: body, isKeyed: true}.with(options))
}

// ListTokens: The tokens of an account, the oldest first.
func (c *Client) ListTokens(ctx context.Context, id string, query ListTokensQuery) (ListTokensResult, error) {
	return run[ListTokensResult](ctx, c, call{method: "GET", path: "/admin/accounts/" + url.PathEscape(id) + "/tokens", query: queryOf("limit", query.Limit, "cursor", query.Cursor)})
}

// RevokeToken: Revokes a token immediately.
func (c *Client) RevokeToken(ctx context.Context, id string) (RevokeTokenResult, error) {
	return run[RevokeTokenResult](ctx, c, call{method: "DELETE", path: "/admin/tokens/" + url.PathEscape(id)})
}

// GetOwnAccount: The account of the token: its name, remaining quota and limits.
func (c *Client) GetOwnAccount(ctx context.Context) (OwnAccount, error) {
	return run[OwnAccount](ctx, c, call{method: "GET", path: "/api/account"})
}

// GetUsage: Actions and successful requests of the account, in total or for a period.
func (c *Client) GetUsage(ctx context.Context, query GetUsageQuery) (Usage, error) {
	return run[Usage](ctx, c, call{method: "GET", path: "/api/usage", query: queryOf("from", query.From, "to", query.To)})
}

// GetUsageOfAccounts: Actions and successful requests of all accounts or one, in total or for a period.
func (c *Client) GetUsageOfAccounts(ctx context.Context, query GetUsageOfAccountsQuery) (ServiceUsage, error) {
	return run[ServiceUsage](ctx, c, call{method: "GET", path: "/admin/usage", query: queryOf("limit", query.Limit, "cursor", query.Cursor, "account", query.Account, "from", query.From, "to", query.To)})
}

// GetSettings: The current settings.
func (c *Client) GetSettings(ctx context.Context) (Settings, error) {
	return run[Settings](ctx, c, call{method: "GET", path: "/admin/settings"})
}

// UpdateSettings: Changes settings; effective on every gateway within two seconds.
func (c *Client) UpdateSettings(ctx context.Context, body SettingsChange) (Settings, error) {
	return run[Settings](ctx, c, call{method: "PATCH", path: "/admin/settings", body: body})
}

// ListAudit: Who changed accounts, tokens, settings and stored data, the newest first.
func (c *Client) ListAudit(ctx context.Context, query ListAuditQuery) (ListAuditResult, error) {
	return run[ListAuditResult](ctx, c, call{method: "GET", path: "/admin/audit", query: queryOf("limit", query.Limit, "cursor", query.Cursor, "action", query.Action, "from", query.From, "to", query.To, "account", query.Account)})
}

// ListOwnAudit: Who changed the account and its stored data, the newest first.
func (c *Client) ListOwnAudit(ctx context.Context, query ListOwnAuditQuery) (ListOwnAuditResult, error) {
	return run[ListOwnAuditResult](ctx, c, call{method: "GET", path: "/api/audit", query: queryOf("limit", query.Limit, "cursor", query.Cursor, "action", query.Action, "from", query.From, "to", query.To)})
}

// ReEncryptSecrets: Re-encrypts tokens of connections and secrets of webhooks under the current master key.
func (c *Client) ReEncryptSecrets(ctx context.Context, options ...CallOption) (ReEncryption, error) {
	return run[ReEncryption](ctx, c, call{method: "POST", path: "/admin/secrets/re-encrypt", isKeyed: true}.with(options))
}

// GetService: Name, version and links of the service; a page for browsers.
func (c *Client) GetService(ctx context.Context) (GetServiceResult, error) {
	return run[GetServiceResult](ctx, c, call{method: "GET", path: "/"})
}

// GetHealth: Whether the process is alive.
func (c *Client) GetHealth(ctx context.Context) (GetHealthResult, error) {
	return run[GetHealthResult](ctx, c, call{method: "GET", path: "/healthz"})
}

// GetReadiness: Ready: Redis answers and the process is not stopping. Documents also need the file store.
func (c *Client) GetReadiness(ctx context.Context) (GetReadinessResult, error) {
	return run[GetReadinessResult](ctx, c, call{method: "GET", path: "/readyz"})
}

// PutWebhook: Creates or replaces a webhook; the first answer contains its secret.
func (c *Client) PutWebhook(ctx context.Context, name string, body WebhookInput) (SavedWebhook, error) {
	return run[SavedWebhook](ctx, c, call{method: "PUT", path: "/api/webhooks/" + url.PathEscape(name), body: body})
}

// GetWebhook: One webhook, without its secret.
func (c *Client) GetWebhook(ctx context.Context, name string) (Webhook, error) {
	return run[Webhook](ctx, c, call{method: "GET", path: "/api/webhooks/" + url.PathEscape(name)})
}

// DeleteWebhook: Deletes a webhook and its pending deliveries.
func (c *Client) DeleteWebhook(ctx context.Context, name string) (DeleteWebhookResult, error) {
	return run[DeleteWebhookResult](ctx, c, call{method: "DELETE", path: "/api/webhooks/" + url.PathEscape(name)})
}

// ListWebhooks: All webhooks of the account, without their secrets.
func (c *Client) ListWebhooks(ctx context.Context, query ListWebhooksQuery) (ListWebhooksResult, error) {
	return run[ListWebhooksResult](ctx, c, call{method: "GET", path: "/api/webhooks", query: queryOf("limit", query.Limit, "cursor", query.Cursor)})
}

// RotateWebhookSecret: Creates a new secret for a webhook; the previous one also signs for 24 hours.
func (c *Client) RotateWebhookSecret(ctx context.Context, name string) (RotatedWebhook, error) {
	return run[RotatedWebhook](ctx, c, call{method: "POST", path: "/api/webhooks/" + url.PathEscape(name) + "/rotate"})
}

// TestWebhook: Sends a webhook the event `webhook.test`.
func (c *Client) TestWebhook(ctx context.Context, name string) (WebhookDelivery, error) {
	return run[WebhookDelivery](ctx, c, call{method: "POST", path: "/api/webhooks/" + url.PathEscape(name) + "/test"})
}

// ListWebhookDeliveries: Deliveries of a webhook, newest first, without content.
func (c *Client) ListWebhookDeliveries(ctx context.Context, name string, query ListWebhookDeliveriesQuery) (ListWebhookDeliveriesResult, error) {
	return run[ListWebhookDeliveriesResult](ctx, c, call{method: "GET", path: "/api/webhooks/" + url.PathEscape(name) + "/deliveries", query: queryOf("limit", query.Limit, "cursor", query.Cursor)})
}

// ReplayWebhookDelivery: Sends a delivery again with the same id.
func (c *Client) ReplayWebhookDelivery(ctx context.Context, name string, id string) (WebhookDelivery, error) {
	return run[WebhookDelivery](ctx, c, call{method: "POST", path: "/api/webhooks/" + url.PathEscape(name) + "/deliveries/" + url.PathEscape(id) + "/replay"})
}

// ListAccountWebhooks: The webhooks of an account, without their secrets.
func (c *Client) ListAccountWebhooks(ctx context.Context, id string, query ListAccountWebhooksQuery) (ListAccountWebhooksResult, error) {
	return run[ListAccountWebhooksResult](ctx, c, call{method: "GET", path: "/admin/accounts/" + url.PathEscape(id) + "/webhooks", query: queryOf("limit", query.Limit, "cursor", query.Cursor)})
}

// ListAccountWebhookDeliveries: Deliveries of a webhook of an account, newest first, without content.
func (c *Client) ListAccountWebhookDeliveries(ctx context.Context, id string, name string, query ListAccountWebhookDeliveriesQuery) (ListAccountWebhookDeliveriesResult, error) {
	return run[ListAccountWebhookDeliveriesResult](ctx, c, call{method: "GET", path: "/admin/accounts/" + url.PathEscape(id) + "/webhooks/" + url.PathEscape(name) + "/deliveries", query: queryOf("limit", query.Limit, "cursor", query.Cursor)})
}

// SubmitJob: Submits an asynchronous PDF job; it is charged when it is done.
func (c *Client) SubmitJob(ctx context.Context, body JobRequest, options ...CallOption) (Job, error) {
	return run[Job](ctx, c, call{method: "POST", path: "/api/jobs", body: body, isKeyed: true}.with(options))
}

// ListJobs: The jobs of the account, in order of submission.
func (c *Client) ListJobs(ctx context.Context, query ListJobsQuery) (ListJobsResult, error) {
	return run[ListJobsResult](ctx, c, call{method: "GET", path: "/api/jobs", query: queryOf("limit", query.Limit, "cursor", query.Cursor, "status", query.Status, "tool", query.Tool)})
}

// GetJob: One job, with its result when it is done.
func (c *Client) GetJob(ctx context.Context, id string, query GetJobQuery) (Job, error) {
	return run[Job](ctx, c, call{method: "GET", path: "/api/jobs/" + url.PathEscape(id), query: queryOf("wait", query.Wait)})
}

// DeleteJob: Cancels an open job, or deletes a finished one with its file.
func (c *Client) DeleteJob(ctx context.Context, id string) (Job, error) {
	return run[Job](ctx, c, call{method: "DELETE", path: "/api/jobs/" + url.PathEscape(id)})
}

// SubmitBatch: Submits a batch: one PDF per row of data, each charged when it is done.
func (c *Client) SubmitBatch(ctx context.Context, body BatchRequest, options ...CallOption) (Batch, error) {
	return run[Batch](ctx, c, call{method: "POST", path: "/api/batches", body: body, isKeyed: true}.with(options))
}

// ListBatches: The batches of the account, in order of submission.
func (c *Client) ListBatches(ctx context.Context, query ListBatchesQuery) (ListBatchesResult, error) {
	return run[ListBatchesResult](ctx, c, call{method: "GET", path: "/api/batches", query: queryOf("limit", query.Limit, "cursor", query.Cursor)})
}

// RetryBatch: Repeats failed rows and the archive of a finished batch; has no effect on other batches.
func (c *Client) RetryBatch(ctx context.Context, id string, options ...CallOption) (Batch, error) {
	return run[Batch](ctx, c, call{method: "POST", path: "/api/batches/" + url.PathEscape(id) + "/retry", isKeyed: true}.with(options))
}

// GetBatch: One batch and its progress.
func (c *Client) GetBatch(ctx context.Context, id string, query GetBatchQuery) (Batch, error) {
	return run[Batch](ctx, c, call{method: "GET", path: "/api/batches/" + url.PathEscape(id), query: queryOf("wait", query.Wait)})
}

// DeleteBatch: Cancels an open batch (done rows remain), or deletes a finished one with its files (a cancelled one after a minute).
func (c *Client) DeleteBatch(ctx context.Context, id string) (Batch, error) {
	return run[Batch](ctx, c, call{method: "DELETE", path: "/api/batches/" + url.PathEscape(id)})
}

// ListBatchRows: The rows of a batch with result or error.
func (c *Client) ListBatchRows(ctx context.Context, id string, query ListBatchRowsQuery) (ListBatchRowsResult, error) {
	return run[ListBatchRowsResult](ctx, c, call{method: "GET", path: "/api/batches/" + url.PathEscape(id) + "/rows", query: queryOf("limit", query.Limit, "cursor", query.Cursor, "status", query.Status)})
}

// UploadRows: Uploads rows for a batch, as JSON lines or CSV.
func (c *Client) UploadRows(ctx context.Context, body []byte, options ...CallOption) (Upload, error) {
	return run[Upload](ctx, c, call{method: "PUT", path: "/api/uploads", raw: body, contentType: "application/x-ndjson"}.with(options))
}

// DeleteUpload: Deletes an unused upload.
func (c *Client) DeleteUpload(ctx context.Context, id string) (Upload, error) {
	return run[Upload](ctx, c, call{method: "DELETE", path: "/api/uploads/" + url.PathEscape(id)})
}

// ListJobsOfAccounts: The jobs of an account, or open ones of all accounts, without content.
func (c *Client) ListJobsOfAccounts(ctx context.Context, query ListJobsOfAccountsQuery) (ListJobsOfAccountsResult, error) {
	return run[ListJobsOfAccountsResult](ctx, c, call{method: "GET", path: "/admin/jobs", query: queryOf("limit", query.Limit, "cursor", query.Cursor, "account", query.Account, "status", query.Status)})
}

// CancelJobOfAccount: Cancels an open job.
func (c *Client) CancelJobOfAccount(ctx context.Context, id string) (OperatorJob, error) {
	return run[OperatorJob](ctx, c, call{method: "DELETE", path: "/admin/jobs/" + url.PathEscape(id)})
}

// ListBatchesOfAccounts: The batches of an account, or open ones of all accounts, without content.
func (c *Client) ListBatchesOfAccounts(ctx context.Context, query ListBatchesOfAccountsQuery) (ListBatchesOfAccountsResult, error) {
	return run[ListBatchesOfAccountsResult](ctx, c, call{method: "GET", path: "/admin/batches", query: queryOf("limit", query.Limit, "cursor", query.Cursor, "account", query.Account)})
}

// RetryBatchOfAccount: Repeats failed rows and the archive of a finished batch; has no effect on other batches.
func (c *Client) RetryBatchOfAccount(ctx context.Context, id string, options ...CallOption) (OperatorBatch, error) {
	return run[OperatorBatch](ctx, c, call{method: "POST", path: "/admin/batches/" + url.PathEscape(id) + "/retry", isKeyed: true}.with(options))
}

// CancelBatchOfAccount: Cancels an open batch (done rows remain).
func (c *Client) CancelBatchOfAccount(ctx context.Context, id string) (OperatorBatch, error) {
	return run[OperatorBatch](ctx, c, call{method: "DELETE", path: "/admin/batches/" + url.PathEscape(id)})
}

// CreateStudioLink: Creates a link that signs in to the studio once, within ten minutes, on the service’s own machine.
func (c *Client) CreateStudioLink(ctx context.Context, body StudioLinkInput, options ...CallOption) (StudioLink, error) {
	return run[StudioLink](ctx, c, call{method: "POST", path: "/admin/studio-links", body: body, isKeyed: true}.with(options))
}

// ListGrants: The applications that may use the account, the oldest first.
func (c *Client) ListGrants(ctx context.Context, query ListGrantsQuery) (ListGrantsResult, error) {
	return run[ListGrantsResult](ctx, c, call{method: "GET", path: "/api/account/grants", query: queryOf("limit", query.Limit, "cursor", query.Cursor)})
}

// RevokeGrant: Revokes what an application may do; its tokens end immediately.
func (c *Client) RevokeGrant(ctx context.Context, id string) (RevokeGrantResult, error) {
	return run[RevokeGrantResult](ctx, c, call{method: "DELETE", path: "/api/account/grants/" + url.PathEscape(id)})
}

// ListGrantsOfAccount: The applications that may use an account, the oldest first.
func (c *Client) ListGrantsOfAccount(ctx context.Context, id string, query ListGrantsOfAccountQuery) (ListGrantsOfAccountResult, error) {
	return run[ListGrantsOfAccountResult](ctx, c, call{method: "GET", path: "/admin/accounts/" + url.PathEscape(id) + "/grants", query: queryOf("limit", query.Limit, "cursor", query.Cursor)})
}

// RevokeGrantOfAccount: Revokes what an application may do; its tokens end immediately.
func (c *Client) RevokeGrantOfAccount(ctx context.Context, id string, grant string) (RevokeGrantOfAccountResult, error) {
	return run[RevokeGrantOfAccountResult](ctx, c, call{method: "DELETE", path: "/admin/accounts/" + url.PathEscape(id) + "/grants/" + url.PathEscape(grant)})
}

// DownloadFile: Downloads a file; the link is the authorization.
func (c *Client) DownloadFile(ctx context.Context, id string, query DownloadFileQuery) ([]byte, error) {
	return c.bytes(ctx, call{method: "GET", path: "/files/" + url.PathEscape(id) + ".pdf", query: queryOf("expires", query.Expires, "signature", query.Signature, "inline", query.Inline)})
}
