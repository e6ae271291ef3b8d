-- The sample base of `scripts/start` for get-record.
CREATE TABLE customers (
  id text PRIMARY KEY, name text NOT NULL, street text, city text, country text, email text, created_at timestamptz NOT NULL
);
CREATE TABLE orders (
  id text PRIMARY KEY, number text NOT NULL UNIQUE, customer_id text NOT NULL REFERENCES customers, item_ids text[] NOT NULL,
  ordered_on date NOT NULL, due_on date NOT NULL, currency text NOT NULL, net numeric(12, 2) NOT NULL,
  vat numeric(12, 2) NOT NULL, total numeric(12, 2) NOT NULL, is_paid boolean NOT NULL, created_at timestamptz NOT NULL
);
CREATE TABLE items (
  id text PRIMARY KEY, order_id text NOT NULL REFERENCES orders, description text NOT NULL, quantity int NOT NULL,
  unit_price numeric(12, 2) NOT NULL, amount numeric(12, 2) NOT NULL
);
INSERT INTO customers VALUES
  ('cus_ada', 'Lovelace Analytics Ltd', '12 St James’s Square', 'London SW1Y 4LB', 'GB', 'ada@lovelace.example', '2026-01-05 09:00:00Z'),
  ('cus_mueller', 'Müller & Söhne GmbH', 'Größenweg 7', '10115 Berlin', 'DE', 'buero@mueller.example', '2026-01-12 08:30:00Z'),
  ('cus_tanaka', '株式会社田中', '千代田区丸の内 1-1', '東京都 100-0005', 'JP', 'info@tanaka.example', '2026-02-01 01:15:00Z');
INSERT INTO orders VALUES
  ('ord_1', '2026-0001', 'cus_ada', '{itm_1,itm_2}', '2026-03-02', '2026-04-01', 'EUR', 1450.00, 275.50, 1725.50, false, '2026-03-02 10:00:00Z'),
  ('ord_2', '2026-0002', 'cus_mueller', '{itm_3,itm_4,itm_5}', '2026-03-09', '2026-04-08', 'EUR', 862.40, 163.86, 1026.26, true, '2026-03-09 14:20:00Z'),
  ('ord_3', '2026-0003', 'cus_tanaka', '{itm_6}', '2026-03-15', '2026-04-14', 'EUR', 99.00, 0.00, 99.00, false, '2026-03-15 23:05:00Z');
INSERT INTO items VALUES
  ('itm_1', 'ord_1', 'Programming of the analytical engine, hours', 10, 120.00, 1200.00),
  ('itm_2', 'ord_1', 'Punched cards, box of 500', 5, 50.00, 250.00),
  ('itm_3', 'ord_2', 'Oak shelf, 2 m', 4, 189.90, 759.60),
  ('itm_4', 'ord_2', 'Brackets, pair', 8, 6.60, 52.80),
  ('itm_5', 'ord_2', 'Delivery', 1, 50.00, 50.00),
  ('itm_6', 'ord_3', 'Annual report, printed', 1, 99.00, 99.00);
